import { RECORD_STATUS, REPAYMENT } from '@plimsoll/contract';
import { TOTAL_MAX, type Overview } from '@plimsoll/contract/operator';
import { sql, type Query } from '../../platform/db.ts';
import type { ProposalKind } from './proposal.ts';

type Queue = Overview['queues']['recharges'];
interface Row {
  waiting: number;
  oldest: Date | null;
  second: number;
  duplicates: number;
}

const WAITS = `status = ${RECORD_STATUS.pending}`;
const counted = (from: string): string =>
  `(select count(*)::int from (select from ${from} limit ${TOTAL_MAX}) counted)`;
// The oldest is the first of its queue: numbers rise with time.
const oldest = (table: string, at: string, more = ''): string =>
  `(select ${at} from ${table} where ${WAITS} ${more} order by id limit 1)`;

const recharges = sql<Row>(
  'house.rechargeQueue',
  `
  select ${counted(`recharge where ${WAITS}`)} as waiting, ${oldest('recharge', 'created_at')} as oldest, 0 as second,
    ${counted(`recharge r where ${WAITS} and (
      exists (select from recharge o where o.file_hash = r.file_hash and o.id <> r.id) or exists (select from recharge o where o.pixels_hash = r.pixels_hash and o.id <> r.id))`)} as duplicates`,
);
const withdrawals = sql<Row>(
  'house.withdrawalQueue',
  `
  select ${counted(`withdrawal where ${WAITS}`)} as waiting, ${oldest('withdrawal', 'created_at')} as oldest,
    ${counted(`withdrawal w where ${WAITS} and exists (select from withdrawal_approval a where a.withdrawal_id = w.id)`)} as second, 0 as duplicates`,
);
const proposals = sql<Row>(
  'house.proposalQueue',
  `
  select p.waiting, ${oldest('proposed_posting', 'proposed_at', 'and kind = $1')} as oldest, p.waiting as second, 0 as duplicates
  from (select ${counted(`proposed_posting where kind = $1 and ${WAITS}`)} as waiting) p`,
);

const loans = sql<Row & { overdue: number }>(
  'house.loanQueue',
  `
  select ${counted(`loan where ${WAITS}`)} as waiting, ${oldest('loan', 'created_at')} as oldest, 0 as second, 0 as duplicates,
    ${counted(`loan where repayment_status = ${REPAYMENT.overdue}`)} as overdue`,
);

const identities = sql<Row>(
  'house.identityQueue',
  `
  select ${counted(`identity_application where ${WAITS}`)} as waiting, ${oldest('identity_application', 'created_at')} as oldest, 0 as second, 0 as duplicates`,
);

const allProposals = sql<Row>(
  'house.allProposals',
  `
  select p.waiting, ${oldest('proposal', 'proposed_at')} as oldest, 0 as second, 0 as duplicates from (select ${counted(`proposal where ${WAITS}`)} as waiting) p`,
);
const ownerCount = sql<{ enabled: number; established: number }>(
  'house.owners',
  `
  select count(*)::int as enabled, count(*) filter (where operator_established_at(id) <= $1)::int as established from operator where role = 'owner' and enabled`,
);
/** How many owners there are, and how many are established. */
export const readOwners = async (query: Query, nowMs: number): Promise<Overview['owners']> =>
  (await query.run(ownerCount, [new Date(nowMs)]))[0] ?? { enabled: 0, established: 0 };

const NOTHING: Queue = { waiting: 0, oldest: null, second: 0, duplicates: 0 };
const queueOf = ([row]: readonly Row[]): Queue =>
  row ? { ...row, oldest: row.oldest?.toISOString() ?? null } : NOTHING;

/** What waits to be decided, read from the queues' own indexes. */
export async function readQueues(query: Query): Promise<Overview['queues']> {
  const ofKind = async (kind: ProposalKind) => queueOf(await query.run(proposals, [kind]));
  const [deposits, payouts, persons, applications, corrections, postings, proposed] = await Promise.all([
    query.run(recharges),
    query.run(withdrawals),
    query.run(identities),
    query.run(loans),
    ofKind('correction'),
    ofKind('house-posting'),
    query.run(allProposals),
  ]);
  return {
    recharges: queueOf(deposits),
    withdrawals: queueOf(payouts),
    identities: queueOf(persons),
    loans: { ...queueOf(applications), overdue: applications[0]?.overdue ?? 0 },
    corrections,
    house_postings: postings,
    proposals: queueOf(proposed),
  };
}

const auditEnd = sql<{ lines: string; hash: string }>(
  'house.auditEnd',
  `select id as lines, encode(hash, 'hex') as hash from operator_audit_head`,
);
/** The end of the audit log. */
export async function readAuditEnd(query: Query): Promise<Overview['audit']> {
  const [row] = await query.run(auditEnd);
  return { lines: Number(row?.lines ?? 0), hash: row?.hash ?? '' };
}
