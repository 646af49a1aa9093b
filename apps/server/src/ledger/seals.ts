import { z } from 'zod';
import { sql, type Query } from '../platform/db.ts';
import type { SliceAudit } from '../platform/slice.ts';

/** The end of a range in which the audit found nothing. */
export interface Seal {
  readonly id: string;
  /** Where each chain was, as `audit_ends` says it. */
  readonly ends: string;
}

/** A run of before whose ends may be sealed, with what the seal will say of this snapshot. */
export interface Sealable {
  readonly runId: string;
  readonly hashes: string;
}

const newest = sql<Seal>('seals.newest', 'select id, ends::text as ends from audit_seal order by id desc limit 1');
const sealable = sql<{ run_id: string; hashes: string }>(
  'seals.sealable',
  'select run_id, audit_seal_hashes(ends)::text as hashes from audit_sealable()',
);

/** The newest seal; undefined before the first. */
export async function newestSeal(query: Query): Promise<Seal | undefined> {
  const [row] = await query.run(newest);
  return row;
}

/** What may be sealed when the run in this snapshot finds nothing: read in it, so that it is what was audited. */
export async function readSealable(query: Query): Promise<Sealable | undefined> {
  const [row] = await query.run(sealable);
  return row && { runId: row.run_id, hashes: row.hashes };
}

/** Looked at first by every run: what it goes on from. */
export const SEAL_FITS: SliceAudit = {
  name: 'the newest seal fits the database: chains, balances and open holds',
  key: 'seal-fits',
  wrong: 'select misfit as row from audit_seal_misfits()',
  figures: `select coalesce((select 'seal ' || id || ', up to journal ' || (ends ->> 'journal') from audit_seal order by id desc limit 1), 'no seal yet') as row`,
};

/** Looked at by runs that read everything. */
export const SEAL_CHAIN: SliceAudit = {
  name: 'each seal is chained to the one before, and fits the chains',
  key: 'seal-chain',
  wrong: 'select broken as row from audit_seal_breaks()',
  figures: `select count(*) || ' seals' as row from audit_seal`,
};

const ENDS = z.object({
  batch: z.int().min(0),
  journal: z.int().min(0),
  operators: z.int().min(0),
  log: z.int().min(0),
  epoch: z.int().min(0),
});

/** A text of {@link SliceAudit.after} with the ends of a seal in it. */
function withEnds(text: string, ends: string): string {
  const numbers = ENDS.parse(JSON.parse(ends));
  return text
    .replaceAll(/\{(batch|journal|operators|log|epoch)\}/g, (_, name: keyof typeof numbers) => String(numbers[name]))
    .replaceAll('{ends}', () => `'${ends.replaceAll("'", "''")}'::jsonb`);
}

/** An audit as a run reads it that goes on from a seal; none when all it looks at lies below seals. */
export function afterSeal(audit: SliceAudit, { id, ends }: Seal): readonly SliceAudit[] {
  const { name, key, wrong, figures, after } = audit;
  if (after === undefined) return [{ name, key, wrong, figures }];
  if (after === null) return [];
  const changed = { name, key: `${key}.after.${id}`, wrong: withEnds(after.wrong, ends) };
  return [{ ...changed, figures: withEnds(after.figures ?? `select 'since the seal' as row`, ends) }];
}
