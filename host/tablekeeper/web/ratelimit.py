"""Limits how often an address may do an expensive action; all addresses together have a limit, too.

Pure: times are seconds given by the caller. Each count fills a bucket that empties at a constant rate.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class _Bucket:
    level: float = 0.0
    at: float = 0.0


@dataclass(slots=True)
class RateLimit:
    """Counts actions, such as failed logins, per address and in total.

    An address may do the action `per_address` times in a row, then once per `seconds / per_address`; all
    addresses together `overall` times. This computer (`trusted`) is neither counted nor limited in
    total, so strangers can't lock the director out of the director's own computer.
    """

    per_address: int = 5
    overall: int = 40
    seconds: float = 300.0
    #: the most stored addresses; the ones with the emptiest buckets are dropped first
    capacity: int = 1000
    _all: _Bucket = field(default_factory=_Bucket)
    _each: dict[str, _Bucket] = field(default_factory=dict)

    def _level(self, bucket: _Bucket, limit: int, now: float) -> float:
        return max(0.0, bucket.level - max(0.0, now - bucket.at) * limit / self.seconds)

    def wait(self, address: str, now: float, *, trusted: bool = False) -> float:
        """Return the seconds this address must wait before its next try; 0.0: no wait."""
        found = 0.0
        if (bucket := self._each.get(address)) is not None:
            over = self._level(bucket, self.per_address, now) + 1 - self.per_address
            found = max(found, over * self.seconds / self.per_address)
        if not trusted:
            over = self._level(self._all, self.overall, now) + 1 - self.overall
            found = max(found, over * self.seconds / self.overall)
        return found

    def count(self, address: str, now: float, amount: float = 1.0, *, trusted: bool = False) -> None:
        """Count a failed try, or the seconds of a question."""
        bucket = self._each.setdefault(address, _Bucket())
        bucket.level, bucket.at = self._level(bucket, self.per_address, now) + amount, now
        if not trusted:
            self._all.level, self._all.at = self._level(self._all, self.overall, now) + amount, now
        if len(self._each) > self.capacity:
            levels = {key: self._level(each, self.per_address, now) for key, each in self._each.items()}
            for key in sorted(levels, key=lambda key: levels[key])[: self.capacity // 4]:
                del self._each[key]

    def forget(self, address: str) -> None:
        """Reset the count of an address, for example after a director has signed in."""
        self._each.pop(address, None)
