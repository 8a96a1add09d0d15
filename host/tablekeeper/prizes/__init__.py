"""Entry fees, the prize pool and payouts of an event, in exact decimals. Pure.

The regulations in docs/rules say nothing about money: the director chooses. What is fixed here is that the
payouts are the pool, to the last cent.
"""
