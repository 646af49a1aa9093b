import { amount, type Amount } from '@plimsoll/money';
import type { AccountType } from '@plimsoll/contract';
import { sql, type Query } from '../platform/db.ts';
import { inOrderOf, readIds, type IdSource, type Stretch } from '../platform/id-page.ts';
import { CAUSE_KINDS } from './cause-kinds.ts';
import type { House } from './journal.ts';

/** Which journals are wanted; null does not filter. */
export interface WantedJournals {
  readonly id: string | null;
  readonly kind: string | null;
  readonly causeId: string | null;
  /** Those that changed a balance of a member; holds and releases do not. */
  readonly memberId: string | null;
}

/** A journal as it is read. */
export interface ReadJournal {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly causeId: string;
  readonly actorKind: 'member' | 'operator' | 'clock';
  readonly actorId: string | null;
  readonly lines: number;
}

/** Each filter reads its own index, no further than the page. */
function journalIds({ id, kind, causeId, memberId }: WantedJournals): IdSource {
  const values: unknown[] = [];
  const place = (value: unknown, type: string): string => `$${values.push(value) + 1}::${type}`;
  const name = `ledger.browse.${[id, kind, causeId, memberId].map((each) => (each === null ? '-' : 'x')).join('')}`;
  if (id !== null || causeId !== null) {
    const where = [
      'j.id < $1',
      ...(id === null ? [] : [`j.id = ${place(id, 'bigint')}`]),
      ...(causeId === null ? [] : [`j.cause_id = ${place(causeId, 'text')}`]),
      `j.cause_kind = any(${place(kind === null ? CAUSE_KINDS : [kind], 'text[]')})`,
      ...(memberId === null
        ? []
        : [
            `exists (select from ledger_transfer t join ledger_account a on a.id in (t.from_account, t.to_account)
        where t.journal_id = j.id and t.from_account <> t.to_account and a.member_id = ${place(memberId, 'bigint')})`,
          ]),
    ].join(' and ');
    return {
      name,
      values,
      text: (order, reach) => `select j.id from ledger_journal j where ${where} order by j.id ${order} limit ${reach}`,
    };
  }
  if (memberId !== null) {
    const [whose, ofKind] = [
      place(memberId, 'bigint'),
      kind === null
        ? ''
        : `and exists (select from ledger_journal j where j.id = l.journal_id and j.cause_kind = ${place(kind, 'text')})`,
    ];
    const end = (side: string, order: string, reach: string) => `(select distinct journal_id from ledger_transfer l
      where ${side} = a.id and from_account <> to_account and journal_id < $1 ${ofKind} order by journal_id ${order} limit ${reach})`;
    return {
      name,
      values,
      text: (order, reach) => `select distinct t.journal_id as id from ledger_account a
        cross join lateral (${end('from_account', order, reach)} union all ${end('to_account', order, reach)}) t where a.member_id = ${whose}`,
    };
  }
  const ofKind = kind === null ? '' : `cause_kind collate "C" = ${place(kind, 'text')} and`;
  return {
    name,
    values,
    text: (order, reach) => `select id from ledger_journal where ${ofKind} id < $1 order by id ${order} limit ${reach}`,
  };
}

interface JournalRow {
  id: string;
  at: Date;
  cause_kind: string;
  cause_id: string;
  actor_kind: ReadJournal['actorKind'];
  actor_id: string | null;
  lines: number;
}
const byIds = sql<JournalRow>(
  'ledger.journals',
  `
  select j.id, j.at, j.cause_kind, j.cause_id, j.actor_kind, j.actor_id, (select count(*)::int from ledger_transfer t where t.journal_id = j.id) as lines
  from ledger_journal j where j.id = any($1)`,
);

/** Journals by ids, in their order; unknown ones are left out. */
export async function readJournals(query: Query, ids: readonly string[]): Promise<ReadJournal[]> {
  return inOrderOf(ids, await query.run(byIds, [ids])).map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.cause_kind,
    causeId: row.cause_id,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    lines: row.lines,
  }));
}

/**
 * A page of journals, newest first by default, and their number, counted up to `most`. The cost does not grow with the
 * ledger.
 */
export async function browseJournals(
  query: Query,
  wanted: WantedJournals,
  stretch: Stretch,
  most: number,
): Promise<{ list: ReadJournal[]; total: number }> {
  const { ids, total } = await readIds(query, journalIds(wanted), stretch, most);
  return { list: await readJournals(query, ids), total };
}

/** An account, and whose it is. */
export interface ReadAccount {
  readonly id: string;
  readonly memberId: string | null;
  readonly type: AccountType | null;
  readonly house: House | null;
}
/** A line of a journal. */
export interface ReadLine {
  readonly line: number;
  readonly from: ReadAccount;
  readonly fromFrozen: boolean;
  readonly to: ReadAccount;
  readonly toFrozen: boolean;
  readonly coinId: string;
  readonly amount: Amount;
  readonly hold: { readonly kind: string; readonly ref: string } | null;
}

interface LineRow {
  line: number;
  amount: string;
  from_frozen: boolean;
  to_frozen: boolean;
  coin_id: string;
  hold_kind: string | null;
  hold_ref: string | null;
  from_id: string;
  from_member: string | null;
  from_type: AccountType | null;
  from_house: House | null;
  to_id: string;
  to_member: string | null;
  to_type: AccountType | null;
  to_house: House | null;
}
const linesOf = sql<LineRow>(
  'ledger.lines',
  `
  select t.line, t.amount, t.from_frozen, t.to_frozen, f.coin_id, t.hold_kind, t.hold_ref,
    f.id as from_id, f.member_id as from_member, f.type as from_type, f.house as from_house,
    o.id as to_id, o.member_id as to_member, o.type as to_type, o.house as to_house
  from ledger_transfer t join ledger_account f on f.id = t.from_account join ledger_account o on o.id = t.to_account
  where t.journal_id = $1 order by t.line`,
);

/** The lines of a journal, in order. */
export async function readLines(query: Query, journalId: string): Promise<ReadLine[]> {
  return (await query.run(linesOf, [journalId])).map((row) => ({
    line: row.line,
    from: { id: row.from_id, memberId: row.from_member, type: row.from_type, house: row.from_house },
    fromFrozen: row.from_frozen,
    to: { id: row.to_id, memberId: row.to_member, type: row.to_type, house: row.to_house },
    toFrozen: row.to_frozen,
    coinId: row.coin_id,
    amount: amount(row.amount),
    hold: row.hold_kind === null || row.hold_ref === null ? null : { kind: row.hold_kind, ref: row.hold_ref },
  }));
}

const linkOf = sql<{ id: string; hash: string }>(
  'ledger.linkOf',
  `
  select id, encode(hash, 'hex') as hash from ledger_batch where first_journal <= $1 order by first_journal desc limit 1`,
);
/** The chain link that covers a journal. */
export async function readLink(query: Query, journalId: string): Promise<{ id: string; hash: string }> {
  const [link] = await query.run(linkOf, [journalId]);
  if (!link) throw new Error(`journal ${journalId} is in no link`);
  return link;
}
