"""The register is folded from its journal: only names keep their tables.

The actions are numbered without gaps, as in every journal. Earlier, an undo restored the value from before
its action, even over later actions of the same kind: such an undo becomes an action that sets this value.
"""

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Rewrite the journal, and drop the tables that are now folded from it."""
    connection = op.get_bind()
    neutral = {row.person: row.id for row in connection.execute(sa.text("SELECT person, id FROM aliases"))}
    rows = connection.execute(sa.text("SELECT * FROM people_actions ORDER BY seq")).mappings().all()
    connection.execute(sa.text("DELETE FROM people_actions"))
    for row in _renewed(rows, neutral):
        connection.execute(
            sa.text("INSERT INTO people_actions VALUES (:seq, :at_ms, :actor, :action, :body)"), row
        )
    op.drop_table("memberships")
    _bare("aliases")
    op.drop_table("people")
    _bare("clubs")


def _renewed(rows: Any, neutral: Mapping[int, int]) -> list[dict[str, Any]]:
    numbers = {row["seq"]: number for number, row in enumerate(rows, 1)}
    found: list[dict[str, Any]] = []
    told: list[tuple[str, dict[str, Any]]] = []
    #: by action and person: the actions that are in force; the last one sets the present value
    counting: dict[tuple[str, int], list[int]] = {}
    for number, row in enumerate(rows, 1):
        action, body = row["action"], json.loads(row["body"])
        if action == "removed":
            # a removed person has one alias, the neutral name
            body["alias"] = neutral[body["person"]]
        elif action == "undone":
            action, body = "undo", {"undoes": numbers[body["undoes"]]}
            what, of = told[body["undoes"] - 1]
            left = counting.get((what, of.get("person", 0)), [])
            if what in ("shown", "consent") and left[-1] != body["undoes"]:
                before = told[left[-1] - 1][1]["after"]
                action, body = what, {"person": of["person"], "before": before, "after": of["before"]}
            elif what in ("shown", "consent"):
                left.pop()
        if action in ("shown", "consent"):
            counting.setdefault((action, body["person"]), []).append(number)
        told.append((action, body))
        text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        found.append({**row, "seq": number, "action": action, "body": text})
    return found


def _bare(table: str) -> None:
    """Drop all columns of a table of names except the numbers and names."""
    kept = f"{table}_kept"
    op.execute(f"CREATE TABLE {kept} AS SELECT id, name, key FROM {table}")
    op.drop_table(table)
    op.create_table(
        table,
        sa.Column("id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        sa.UniqueConstraint("key", name=f"uq_{table}_key"),
    )
    op.execute(f"INSERT INTO {table} (id, name, key) SELECT id, name, key FROM {kept}")
    op.drop_table(kept)
