"""Runs the migrations on the store's connection, in its transaction."""

from alembic import context

from tablekeeper.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
