import { RECORD_STATUS, type AccountType } from '@plimsoll/contract';
import { amount, format } from '@plimsoll/money';
import type { Trace } from '../../ledger/index.ts';
import { id, smallint, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { FundedHouse, Proposal, ProposalKind, Target } from './proposal.ts';

interface TargetRow {
  kind: ProposalKind;
  member_id: string | null;
  type: AccountType | null;
  house: FundedHouse | null;
  coin_id: string;
  amount: string;
}

function proposalOf({ kind, member_id: memberId, type, house, coin_id: coinId, amount: text }: TargetRow): Proposal {
  const signed = amount(text);
  const isTaken = signed < 0n;
  const of = { coinId, amount: isTaken ? amount(text.slice(1)) : signed, isTaken };
  if (kind === 'correction' && memberId !== null && type !== null) return { ...of, target: { kind, memberId, type } };
  if (kind === 'house-posting' && house !== null) return { ...of, target: { kind, house } };
  throw new Error(`a ${kind} of no account`);
}

/** The amount with its sign, as on the wire and in the table. */
export const signedText = ({ amount: quantity, isTaken }: Pick<Proposal, 'amount' | 'isTaken'>): string =>
  `${isTaken ? '-' : ''}${format(quantity)}`;

const insert = sql<{ id: string }>(
  'house.insertProposal',
  `
  insert into proposed_posting (kind, member_id, type, house, coin_id, amount, remark, proposed_by, proposed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
);

const ownerOf = (
  target: Target,
): readonly [memberId: string | null, type: AccountType | null, house: FundedHouse | null] =>
  target.kind === 'correction' ? [target.memberId, target.type, null] : [null, null, target.house];

/** Writes a proposal; answers its number. */
export async function insertProposal(
  tx: Tx,
  proposal: Proposal,
  given: { readonly remark: string; readonly by: string; readonly atMs: number },
): Promise<string> {
  const { target, coinId } = proposal;
  const [row] = await tx.run(insert, [
    target.kind,
    ...ownerOf(target),
    coinId,
    signedText(proposal),
    given.remark,
    given.by,
    new Date(given.atMs),
  ]);
  if (!row) throw new Error('no proposal was written');
  return row.id;
}

export interface LockedProposal {
  readonly id: string;
  readonly isWaiting: boolean;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly coin: string;
  readonly remark: string;
  readonly proposal: Proposal;
}

interface LockedRow extends TargetRow {
  id: string;
  status: number;
  proposed_by: string;
  proposed_at: Date;
  coin: string;
  remark: string;
}
// In the order of ids, to prevent deadlocks.
const lock = sql<LockedRow>(
  'house.lockProposals',
  `
  select p.id, p.kind, p.member_id, p.type, p.house, p.coin_id, p.amount, p.status, p.proposed_by, p.proposed_at, p.remark, c.title as coin
  from proposed_posting p join coin c on c.id = p.coin_id where p.id = any($1) order by p.id for update of p`,
);

/** Locks proposals, by id; unknown ids are omitted. */
export async function lockProposals(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedProposal>> {
  return new Map(
    (await tx.run(lock, [[...new Set(ids)]])).map((row) => [
      row.id,
      {
        id: row.id,
        isWaiting: row.status === RECORD_STATUS.pending,
        proposedBy: row.proposed_by,
        proposedAt: row.proposed_at,
        coin: row.coin,
        remark: row.remark,
        proposal: proposalOf(row),
      },
    ]),
  );
}

const ENDINGS = rowsOf({ id: id('proposed posting'), status: smallint, by: id('operator'), remark: text });
const decide = sql<never>(
  'house.decideProposals',
  `
  update proposed_posting p set status = t.status, decided_by = t.by, decision_remark = t.remark, decided_at = $1
  from ${ENDINGS.unnest('t', 2)} where p.id = t.id`,
);

export interface Ending {
  readonly id: string;
  readonly isApproved: boolean;
  readonly by: string;
  readonly remark: string;
}
/** Writes how proposals end; the database refuses a second end. */
export async function writeEndings(tx: Tx, endings: readonly Ending[], atMs: number): Promise<void> {
  const rows = ENDINGS.arrays(endings, ({ isApproved, ...ending }) => ({
    ...ending,
    status: isApproved ? RECORD_STATUS.completed : RECORD_STATUS.refused,
  }));
  await tx.run(decide, [new Date(atMs), ...rows]);
}

const refused = sql<object>(
  'house.wasRefused',
  `select from proposed_posting where id = $1 and status = ${RECORD_STATUS.refused} and decided_by = $2`,
);
/** Finds a proposal that this operator rejected. */
export const refusalTrace = (id: string, by: string): Trace => ({ statement: refused, values: [id, by] });

const coin = sql<{ decimals: number }>('house.coin', 'select decimals from coin where id = $1');
/** The places a coin keeps, enabled or not; undefined when there is none. */
export const placesOf = async (query: Query, coinId: string): Promise<number | undefined> =>
  (await query.run(coin, [coinId]))[0]?.decimals;
