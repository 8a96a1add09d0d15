"""Several hosts on one PostgreSQL: the server notifies every host of the rows that a transaction has changed.

A notification is the table and the key, such as "journals/4554482b9ab1c2d3" (store/hosts.py).
SQLite has one host and needs nothing.
"""

from alembic import op

revision = "0012"
down_revision = "0011"

#: the tables that hosts cache, and the columns of the key in a notification
_KEYS = {
    "boards": ("uid",), "journals": ("uid",), "quarantine": ("uid",), "gaps": ("uid",), "bases": ("uid",),
    "commands": ("uid",), "matches": ("id",), "segments": ("match_id",), "names": ("match_id",),
    "journal_ends": ("journal", "owner"),
}  # fmt: skip
_FUNCTION = """
CREATE OR REPLACE FUNCTION tablekeeper_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb;
  key text := '';
BEGIN
  IF tg_op = 'DELETE' THEN changed := to_jsonb(old); ELSE changed := to_jsonb(new); END IF;
  FOR place IN 0 .. tg_nargs - 1 LOOP
    key := key || '/' || (changed ->> tg_argv[place]);
  END LOOP;
  PERFORM pg_notify('tablekeeper', tg_table_name || key);
  RETURN NULL;
END $$
"""


def upgrade() -> None:
    """Make the function and a trigger on each table."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(_FUNCTION)
    for table, columns in _KEYS.items():
        words = ", ".join(f"'{column}'" for column in columns)
        op.execute(
            f"CREATE OR REPLACE TRIGGER tablekeeper_changed AFTER INSERT OR UPDATE OR DELETE ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION tablekeeper_changed({words})"
        )
