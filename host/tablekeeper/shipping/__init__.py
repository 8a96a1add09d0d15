"""The sockets of a federation: venues and consumers over NATS JetStream. Their messages are in `federation`.

- `connection`: connects to a server: addresses, secret, TLS, back-off.
- `venue`: ships the journals of this database, in a thread of its own beside the hall.
- `consumer`: stores shipped entries in the federation's database; any number of consumers may run.
"""
