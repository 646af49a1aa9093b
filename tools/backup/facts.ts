import { readHead } from '../../apps/server/src/ledger/index.ts';
import { balancesReport, readAuditEnd } from '../../apps/server/src/features/house/index.ts';
import { sql, type Query } from '../../apps/server/src/platform/db.ts';

/** Facts that a restored database must match: the ends of its chains, and the sum of every coin. */
export interface Facts {
  readonly journal: Awaited<ReturnType<typeof readHead>>;
  readonly operatorLog: Awaited<ReturnType<typeof readAuditEnd>>;
  readonly tapes: readonly { readonly symbol: string; readonly seq: string; readonly hash: string }[];
  readonly coins: Awaited<ReturnType<typeof balancesReport>>;
}

const tapeHeads = sql<Facts['tapes'][number]>(
  'backup.tapeHeads',
  `select symbol, seq, encode(hash, 'hex') as hash from tape_head order by symbol`,
);

/** Reads them in `query`'s snapshot. */
export const readFacts = async (query: Query): Promise<Facts> => ({
  journal: await readHead(query),
  operatorLog: await readAuditEnd(query),
  tapes: await query.run(tapeHeads),
  coins: await balancesReport(query),
});
