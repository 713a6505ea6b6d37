"""Runs the migrations on the connection that ``service.store.migrate`` hands over, within its transaction."""

from alembic import context

from service.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
