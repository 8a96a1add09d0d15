"""How venues ship their journals to a federation: the protocol, pure; nothing here opens a socket or a file.

A venue keeps its own journals. The federation's store holds copies of them, and a copy grows only at its end.

- `messages`: the messages with their subjects and ids; `wire`: their bytes; `content`: the rows of an entry.
- `shipper`: the venue's side. It counts as shipped only what the federation's store has committed.
- `intake`: the consumer's side, within one transaction of its store; any number of consumers may share it.

A journal is a list of entries with the numbers 1, 2, 3, ... and a checksum that covers the entry and all
before it (store/chain.py). If the checksums of a number are equal, both copies have the same entries up to
it. Copies that differ are never merged: the two sides search for the last common entry, the federation notes
a conflict and stores nothing more of this journal until a person orders it to follow the venue. Then it sets
the entries that the venue no longer has aside.
"""
