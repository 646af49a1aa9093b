/** The embedded PostgreSQL (docs/decisions/0001-embedded-postgresql.md). */
export { startPostgres, type Postgres, type PostgresEvent, type PostgresOptions } from './launcher.ts';
export { FolderInUse } from './folder-lock.ts';
export { findRunning } from './socket.ts';
