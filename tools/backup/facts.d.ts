import { readHead } from '../../apps/server/src/ledger/index.ts';
import { balancesReport, readAuditEnd } from '../../apps/server/src/features/house/index.ts';
import { type Query } from '../../apps/server/src/platform/db.ts';
/** Facts that a restored database must match: the ends of its chains, and the sum of every coin. */
export interface Facts {
    readonly journal: Awaited<ReturnType<typeof readHead>>;
    readonly operatorLog: Awaited<ReturnType<typeof readAuditEnd>>;
    readonly tapes: readonly {
        readonly symbol: string;
        readonly seq: string;
        readonly hash: string;
    }[];
    readonly coins: Awaited<ReturnType<typeof balancesReport>>;
}
/** Reads them in `query`'s snapshot. */
export declare const readFacts: (query: Query) => Promise<Facts>;
