"""Entry fees, the prize pool and payouts of an event, in exact decimals. Pure.

The regulations in docs/rules say nothing about money: the director chooses. Only one rule is fixed here: the
sum of the payouts is exactly the pool.
"""
