"""How venues ship their journals to a federation: the protocol, pure; nothing here opens a socket or a file.

A venue keeps what it wrote; the federation's store is a copy of it, and grows only at the end of a journal.

- `messages`: what is sent, its subject and its id; `wire`: its bytes.
- `shipper`: the venue's side. It counts as shipped only what the federation's store has committed.
- `intake`: the consumer's side, within one transaction of its store; any number of consumers may share it.

A journal is a list of entries with the numbers 1, 2, 3, ... and a checksum that covers the entry and all
before it (store/chain.py). So two numbers with their checksums tell whether two copies have the same past.
What does not fit is never merged: the two sides look for the last entry they have in common, the federation
notes a conflict and takes nothing more of this journal, until somebody orders to follow the venue; then what
the venue no longer has is set aside.
"""
