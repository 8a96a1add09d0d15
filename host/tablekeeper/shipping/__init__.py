"""The sockets of a federation: venues and consumers over NATS JetStream. What they say is in `federation`.

- `connection`: how a server is reached: addresses, secret, TLS, back-off.
- `venue`: ships the journals of this database, in a thread of its own beside the hall.
- `consumer`: takes what venues ship into the federation's database; any number of them may run.
"""
