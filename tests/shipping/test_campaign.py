"""Runs of the campaign against a cluster of three servers, two consumers and PostgreSQL; seeds are kept."""

import pytest

from tests.shipping.campaign import Field, play

#: runs of the soak: parts, and seeds in each
PARTS, SEEDS = 20, 50


@pytest.mark.nats
@pytest.mark.postgresql
@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_and_nothing_stands_twice(part, tmp_path, postgresql_url):
    field = Field(tmp_path, postgresql_url)
    try:
        for seed in range(part * SEEDS, (part + 1) * SEEDS):
            play(field, seed)
    finally:
        field.close()
