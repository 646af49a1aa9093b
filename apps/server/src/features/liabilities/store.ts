import { sql } from '../../platform/db.ts';

/** A published epoch. */
export interface EpochRow {
  readonly epoch: string;
  readonly at: Date;
  readonly entry: string;
}

/** Epochs whose files are kept; given how many, newest first. */
export const newestEpochs = sql<EpochRow>(
  'liabilities.newest',
  'select epoch, at, entry from liability_epoch order by epoch desc limit $1',
);

/**
 * Publishes an epoch; given epoch, time, batch, root, coins, totals, leaves, house, entry, members, seconds. An epoch that
 * another process published violates the primary key.
 */
export const insertEpoch = sql<never>(
  'liabilities.insert',
  `
  insert into liability_epoch (epoch, at, batch, root, coins, totals, leaves, house, entry, members, took)
  values ($1, $2, $3, $4, $5::text[], $6::numeric[], $7, $8::jsonb, $9, $10, $11)`,
);
