import type { z } from 'zod';
import {
  TOTAL_MAX,
  type JournalItem,
  type LedgerAccount,
  type LedgerLine,
  type WholeJournal,
} from '@plimsoll/contract/operator';
import type { listLedger, listLedgerAccounts } from '@plimsoll/contract/operator/house';
import { format } from '@plimsoll/money';
import {
  browseJournals,
  readAccounts,
  readJournals,
  readLines,
  readLink,
  type ReadAccount,
  type ReadJournal,
  type ReadLine,
} from '../../ledger/index.ts';
import { sql, type Query } from '../../platform/db.ts';
import { usernamesOf } from '../membership/index.ts';

const ID = /^[1-9]\d{0,17}$/;
const operators = sql<{ id: string; username: string }>(
  'house.operators',
  'select id, username from operator where id = any($1)',
);
const titles = sql<{ id: string; title: string }>('house.coinTitles', 'select id, title from coin where id = any($1)');

async function actorsOf(
  query: Query,
  journals: readonly ReadJournal[],
): Promise<(journal: ReadJournal) => JournalItem['actor']> {
  const idsOf = (kind: ReadJournal['actorKind']) =>
    journals.flatMap(({ actorKind, actorId }) => (actorKind === kind && actorId !== null ? [actorId] : []));
  const [members, named] = await Promise.all([
    usernamesOf(query, idsOf('member')),
    query.run(operators, [idsOf('operator')]),
  ]);
  const byKind = {
    member: members,
    operator: new Map(named.map(({ id, username }) => [id, username])),
    clock: new Map<string, string>(),
  };
  return ({ actorKind, actorId }) => ({
    kind: actorKind,
    id: actorId === null ? null : Number(actorId),
    username: (actorId === null ? undefined : byKind[actorKind].get(actorId)) ?? null,
  });
}

const shownJournal = (journal: ReadJournal, actor: JournalItem['actor']): JournalItem => ({
  id: Number(journal.id),
  at: journal.at.toISOString(),
  kind: journal.kind,
  cause: journal.causeId,
  actor,
  lines: journal.lines,
});

/** One page of journals (docs/wire/operator.md, ledger). */
export async function browseLedger(
  query: Query,
  input: z.output<typeof listLedger.input>,
): Promise<{ list: JournalItem[]; total: number }> {
  const { q, kind, cause, member_id: memberId } = input;
  if (q !== undefined && !ID.test(q)) return { list: [], total: 0 };
  const wanted = { id: q ?? null, kind: kind ?? null, causeId: cause ?? null, memberId: memberId ?? null };
  const { list, total } = await browseJournals(query, wanted, input, TOTAL_MAX);
  const actorOf = await actorsOf(query, list);
  return { list: list.map((journal) => shownJournal(journal, actorOf(journal))), total };
}

const shownAccount = ({ id, memberId, type, house }: ReadAccount, names: ReadonlyMap<string, string>) => ({
  id: Number(id),
  member_id: memberId === null ? null : Number(memberId),
  username: memberId === null ? null : (names.get(memberId) ?? null),
  type,
  house,
});

/** The kind of a line; there is no fifth (docs/LEDGER.md). */
function whatOf({ fromFrozen, toFrozen, from, to }: ReadLine): LedgerLine['what'] {
  if (toFrozen) return 'hold';
  if (!fromFrozen) return 'move';
  return from.id === to.id ? 'release' : 'capture';
}

const coinsOf = async (query: Query, ids: readonly string[]) =>
  new Map((await query.run(titles, [[...new Set(ids)]])).map(({ id, title }) => [id, title]));
const isText = (value: string | null): value is string => value !== null;

/** A journal with its lines and their accounts; undefined when there is none. */
export async function showJournal(query: Query, id: string): Promise<WholeJournal | undefined> {
  const [journal] = await readJournals(query, [id]);
  if (!journal) return undefined;
  const [lines, link, actorOf] = await Promise.all([
    readLines(query, id),
    readLink(query, id),
    actorsOf(query, [journal]),
  ]);
  const [names, coins] = await Promise.all([
    usernamesOf(query, lines.flatMap(({ from, to }) => [from.memberId, to.memberId]).filter(isText)),
    coinsOf(
      query,
      lines.map(({ coinId }) => coinId),
    ),
  ]);
  return {
    ...shownJournal(journal, actorOf(journal)),
    transfers: lines.map((line) => ({
      line: line.line,
      what: whatOf(line),
      from: shownAccount(line.from, names),
      to: shownAccount(line.to, names),
      // not money: an id, a number on the wire
      c_id: Number(line.coinId),
      coin: coins.get(line.coinId) ?? '',
      amount: format(line.amount),
      hold: line.hold,
    })),
    batch: Number(link.id),
    hash: link.hash,
  };
}

/** Balances of a member's accounts, or of house accounts. */
export async function browseAccounts(
  query: Query,
  { member_id: memberId, house }: z.output<typeof listLedgerAccounts.input>,
): Promise<{ list: LedgerAccount[]; total: number }> {
  const accounts = await readAccounts(query, memberId === undefined ? { house: house ?? null } : { memberId });
  const [names, coins] = await Promise.all([
    usernamesOf(query, accounts.map((each) => each.memberId).filter(isText)),
    coinsOf(
      query,
      accounts.map(({ coinId }) => coinId),
    ),
  ]);
  const list = accounts
    .filter((each) => house === undefined || each.house === house)
    .map((each): LedgerAccount => ({
      // not money: an id, a number on the wire
      ...shownAccount(each, names),
      c_id: Number(each.coinId),
      coin: coins.get(each.coinId) ?? '',
      available: format(each.available),
      frozen: format(each.frozen),
    }));
  return { list, total: list.length };
}
