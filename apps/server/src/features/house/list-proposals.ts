import { RECORD_STATUS } from '@plimsoll/contract';
import { FUNDED_HOUSES, TOTAL_MAX, type Correction, type HousePosting } from '@plimsoll/contract/operator';
import type { AccountType } from '@plimsoll/contract';
import { amount, format } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';
import { inOrderOf, readIds, type IdSource, type Stretch } from '../../platform/id-page.ts';
import { findByWord, type Found } from '../membership/index.ts';
import type { FundedHouse, ProposalKind } from './proposal.ts';

interface Row {
  id: string;
  member_id: string | null;
  member: string | null;
  type: AccountType | null;
  house: FundedHouse | null;
  coin_id: string;
  coin: string;
  amount: string;
  remark: string;
  status: 1 | 2 | 3;
  proposed_by: string;
  proposer: string;
  proposed_at: Date;
  decided_by: string | null;
  decider: string | null;
  decided_at: Date | null;
  decision_remark: string | null;
  journal: string | null;
}
const byIds = sql<Row>(
  'house.proposals',
  `
  select p.id, p.member_id, w.username as member, p.type, p.house, p.coin_id, c.title as coin, p.amount, p.remark, p.status, p.proposed_by, a.username as proposer, p.proposed_at,
    p.decided_by, d.username as decider, p.decided_at, p.decision_remark, j.id as journal
  from proposed_posting p join coin c on c.id = p.coin_id join operator a on a.id = p.proposed_by
  left join member w on w.id = p.member_id left join operator d on d.id = p.decided_by
  left join ledger_journal j on p.status = ${RECORD_STATUS.completed} and j.cause_kind = p.kind and j.cause_id = p.id::text
  where p.id = any($1) and p.kind = $2`,
);

function shown(row: Row) {
  const proposed = { by: Number(row.proposed_by), username: row.proposer, at: row.proposed_at.toISOString() };
  const decided =
    row.decided_by === null || row.decided_at === null
      ? null
      : {
          by: Number(row.decided_by),
          username: row.decider ?? '',
          at: row.decided_at.toISOString(),
          remark: row.decision_remark ?? '',
        };
  return {
    id: Number(row.id),
    c_id: Number(row.coin_id),
    coinName: row.coin,
    amount: format(amount(row.amount)),
    remark: row.remark,
    status: row.status,
    addtime: proposed.at,
    updatetime: decided?.at ?? proposed.at,
    proposed,
    decided,
    journal: row.journal === null ? null : Number(row.journal),
  };
}

/** Corrections in the order of the ids; other ids are omitted. */
export async function corrections(query: Query, ids: readonly string[]): Promise<Correction[]> {
  return inOrderOf(ids, await query.run(byIds, [ids, 'correction' satisfies ProposalKind])).flatMap((row) =>
    row.type === null
      ? []
      : [{ ...shown(row), member_id: Number(row.member_id), username: row.member ?? '', type: row.type }],
  );
}
/** House postings in the order of the ids; other ids are omitted. */
export async function housePostings(query: Query, ids: readonly string[]): Promise<HousePosting[]> {
  return inOrderOf(ids, await query.run(byIds, [ids, 'house-posting' satisfies ProposalKind])).flatMap((row) =>
    row.house === null ? [] : [{ ...shown(row), account: row.house }],
  );
}

interface Wanted {
  readonly kind: ProposalKind;
  readonly status: string | null;
  /** One by its number, all of a member, all of a house account. */
  readonly found: (Found & { readonly house: string | null }) | null;
}

function proposalIds({ kind, status, found }: Wanted): IdSource {
  const values: unknown[] = [];
  const place = (value: unknown, type: string): string => `$${values.push(value) + 1}::${type}`;
  const only = `kind = ${place(kind, 'text')} and id < $1${status === null ? '' : ` and status = ${place(status, 'smallint')}`}`;
  const name = `console.proposed_posting.${status === null ? 'any' : 'status'}`;
  const read = (where: string, order: string, reach: string) =>
    `select id from proposed_posting where ${where} order by id ${order} limit ${reach}`;
  if (!found) return { name, values, text: (order, reach) => read(only, order, reach) };
  const [own, whose, house] = [place(found.id, 'bigint'), place(found.memberId, 'bigint'), place(found.house, 'text')];
  return {
    name: `${name}.found`,
    values,
    text: (order, reach) => `select id from proposed_posting where id = ${own} and ${only}
      union select id from (${read(`member_id = ${whose} and ${only}`, order, reach)}) theirs
      union select id from (${read(`house = ${house} and ${only}`, order, reach)}) its`,
  };
}

interface Asked extends Stretch {
  readonly status?: string | undefined;
  readonly q?: string | undefined;
}

async function page(query: Query, kind: ProposalKind, asked: Asked): Promise<{ ids: string[]; total: number }> {
  const { q, status } = asked;
  const found =
    q === undefined
      ? null
      : { ...(await findByWord(query, q)), house: FUNDED_HOUSES.find((each) => each === q.toLowerCase()) ?? null };
  return readIds(query, proposalIds({ kind, status: status ?? null, found }), asked, TOTAL_MAX);
}

/** One page of corrections (docs/wire/operator.md, corrections). */
export async function browseCorrections(query: Query, asked: Asked): Promise<{ list: Correction[]; total: number }> {
  const { ids, total } = await page(query, 'correction', asked);
  return { list: await corrections(query, ids), total };
}
/** One page of house postings (docs/wire/operator.md, house-postings). */
export async function browseHousePostings(
  query: Query,
  asked: Asked,
): Promise<{ list: HousePosting[]; total: number }> {
  const { ids, total } = await page(query, 'house-posting', asked);
  return { list: await housePostings(query, ids), total };
}
