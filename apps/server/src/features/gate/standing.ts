import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { IDENTITY_STATUS, RECORD_STATUS } from '@plimsoll/contract';
import { OUT_HOURS } from '@plimsoll/contract/figures';
import { LOCK_RANK, type SharedLock, type SharedNames } from '../../ledger/index.ts';
import { amount, sum, ZERO, type Amount } from '@plimsoll/money';
import { at, id, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query, type Statement, type Tx } from '../../platform/db.ts';

/** {@link OUT_HOURS} in milliseconds. */
export const WINDOW_MS = OUT_HOURS * 60 * 60 * 1000;

export interface Standing {
  readonly isFrozen: boolean;
  readonly isCertified: boolean;
  /** The member used a code or link that was mailed to the address. */
  readonly isEmailProven: boolean;
  /** The newest change that a way out depends on; null without one. */
  readonly changedAt: Date | null;
  readonly isAllowedOnly: boolean;
}

const lock = sql<never>(
  'gate.lockMembers',
  'select from member where id = any($1::bigint[]) order by id for no key update',
);
/** Locks members until the transaction ends, in their order, to prevent deadlocks. */
export const lockMembers = async (tx: Tx, memberIds: readonly string[]): Promise<void> =>
  void (await tx.run(lock, [memberIds]));

const MEMBER_ROWS: SharedLock = { rank: LOCK_RANK.members, lock: lockMembers };
/** These members, as a command locks them. */
export const sharedMembers = (names: readonly string[]): SharedNames => ({ of: MEMBER_ROWS, names });

// Changes older than the table `preparation` are dated by their own tables.
const standings = sql<{
  id: string;
  frozen: boolean;
  identity_status: number;
  email_proven: boolean;
  changed_at: Date | null;
  allowed_only: boolean;
}>(
  'gate.standings',
  `
  select m.id, m.frozen, m.identity_status, m.email_proven_at is not null as email_proven, greatest(
    m.password_changed_at, m.pay_password_changed_at, f.weakened_at,
    (select max(p.at) from preparation p where p.member_id = m.id),
    (select max(a.created_at) from payout_address a where a.member_id = m.id),
    (select max(v.at) from bank_card b join bank_card_version v on v.card_id = b.id where b.member_id = m.id)) as changed_at,
    exists (select from allowed_only o where o.member_id = m.id and (o.until is null or o.until > $2)) as allowed_only
  from member m left join second_factor f on f.member_id = m.id where m.id = any($1::bigint[])`,
);

/** The standing of these members, by id. */
export async function readStandings(
  query: Query,
  memberIds: readonly string[],
  nowMs: number,
): Promise<Map<string, Standing>> {
  const rows = await query.run(standings, [[...new Set(memberIds)], new Date(nowMs)]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isFrozen: row.frozen,
        isCertified: row.identity_status === IDENTITY_STATUS.certified,
        isEmailProven: row.email_proven,
        changedAt: row.changed_at,
        isAllowedOnly: row.allowed_only,
      },
    ]),
  );
}

export type Destination =
  | {
      readonly kind: 'address';
      readonly coinId: string;
      readonly address: string;
      /** Networks that take it, by commas. */ readonly network: string;
    }
  | { readonly kind: 'card'; readonly bank: string; readonly number: string; readonly holder: string }
  | { readonly kind: 'member'; readonly memberId: string; /** The username. */ readonly name: string };

/** A member, and a destination of theirs. */
export interface Place {
  readonly memberId: string;
  readonly to: Destination;
}

/** Numbers, from 1, of the rows that a statement found. */
type Found = { readonly place: string };

const ADDRESSES = rowsOf({ memberId: id('member'), before: at, coinId: id('coin'), address: text });
const toAddresses = sql<Found>(
  'gate.usedAddresses',
  `
  select place from ${ADDRESSES.unnestPlaced('asked', 1)}
  where exists (
    select from withdrawal w where w.member_id = asked.member_id and w.coin_id = asked.coin_id and w.method = ${WITHDRAW_TYPE.address} and w.address = asked.address
      and w.status = ${RECORD_STATUS.completed} and w.decided_at < asked.before)`,
);
const CARDS = rowsOf({ memberId: id('member'), before: at, bank: text, number: text, holder: text });
const toCards = sql<Found>(
  'gate.usedCards',
  `
  select place from ${CARDS.unnestPlaced('asked', 1)}
  where exists (
    select from withdrawal w where w.member_id = asked.member_id and w.method = ${WITHDRAW_TYPE.bank} and w.network_or_bank = asked.bank and w.address = asked.number
      and w.card_name = asked.holder and w.status = ${RECORD_STATUS.completed} and w.decided_at < asked.before)`,
);
const MEMBERS = rowsOf({ memberId: id('member'), before: at, toMemberId: id('member') });
const toMembers = sql<Found>(
  'gate.usedMembers',
  `
  select place from ${MEMBERS.unnestPlaced('asked', 1)}
  where exists (
    select from member_transfer t where t.member_id = asked.member_id and t.to_member_id = asked.to_member_id and t.status = ${MEMBER_TRANSFER_STATUS.finished}
      and t.ended_at < asked.before)`,
);

/** Those of these places where something of the member's arrived before a moment. */
export async function usedBefore<T extends Place & { readonly before: Date }>(
  query: Query,
  places: readonly T[],
): Promise<Set<T>> {
  const to = <K extends Destination['kind']>(kind: K) =>
    places.flatMap((place) => {
      const destination = place.to;
      return isOf(destination, kind) ? [{ place, to: destination }] : [];
    });
  const whose = ({ memberId, before }: T) => ({ memberId, before });
  const [addresses, cards, members] = [to('address'), to('card'), to('member')];
  const found = await Promise.all([
    among(
      query,
      addresses,
      toAddresses,
      ADDRESSES.arrays(addresses, (each) => ({
        ...whose(each.place),
        coinId: each.to.coinId,
        address: each.to.address,
      })),
    ),
    among(
      query,
      cards,
      toCards,
      CARDS.arrays(cards, (each) => ({
        ...whose(each.place),
        bank: each.to.bank,
        number: each.to.number,
        holder: each.to.holder,
      })),
    ),
    among(
      query,
      members,
      toMembers,
      MEMBERS.arrays(members, (each) => ({ ...whose(each.place), toMemberId: each.to.memberId })),
    ),
  ]);
  return new Set(found.flat());
}

const ALLOWED = rowsOf({ memberId: id('member'), coinId: id('coin'), address: text });
const allowed = sql<Found>(
  'gate.allowedAddresses',
  `
  select place from ${ALLOWED.unnestPlaced('asked', 2)}
  where exists (
    select from address_book b where b.member_id = asked.member_id and b.coin_id = asked.coin_id and b.address = asked.address
      and b.removed_at is null and b.allowed_at <= $1)`,
);

/** Those of these places that are addresses their member had allowed by then. */
export async function allowedBy<T extends Place>(query: Query, places: readonly T[], by: Date): Promise<Set<T>> {
  const asked = places.flatMap((place) => (isOf(place.to, 'address') ? [{ place, to: place.to }] : []));
  return new Set(
    await among(query, asked, allowed, [
      by,
      ...ALLOWED.arrays(asked, ({ place, to }) => ({
        memberId: place.memberId,
        coinId: to.coinId,
        address: to.address,
      })),
    ]),
  );
}

const isOf = <K extends Destination['kind']>(
  to: Destination,
  kind: K,
): to is Extract<Destination, { readonly kind: K }> => to.kind === kind;

/** The rows that a statement found; without rows it is not run. */
async function among<T>(
  query: Query,
  asked: readonly { readonly place: T }[],
  statement: Statement<Found>,
  values: readonly unknown[],
): Promise<T[]> {
  if (asked.length === 0) return [];
  return (await query.run(statement, values)).flatMap(({ place }) => asked[Number(place) - 1]?.place ?? []);
}

export type WayKind = 'withdrawal' | 'member-transfer';

export interface Used {
  readonly byKind: ReadonlyMap<WayKind, Amount>;
  readonly total: Amount;
  /** When the oldest of it is 24 hours ago; null when nothing is used. */
  readonly frees: Date | null;
}

// What was refused or cancelled does not count.
const used = sql<{ member_id: string; kind: WayKind; worth: string; since: Date }>(
  'gate.used',
  `
  select w.member_id, w.kind, sum(w.worth::numeric) as worth, min(w.at) as since from way_out w
  where w.member_id = any($1::bigint[]) and w.at > $2 and w.worth > 0 and case w.kind
    when 'withdrawal' then exists (
      select from withdrawal x where x.id = w.ref and x.status <> ${RECORD_STATUS.refused})
    else exists (
      select from member_transfer x where x.id = w.ref and x.status <> ${MEMBER_TRANSFER_STATUS.cancelled}) end
  group by w.member_id, w.kind`,
);
const NOTHING: Used = { byKind: new Map(), total: ZERO, frees: null };

/** What left these members within 24 hours, by id; members without any are omitted. */
async function readUsed(query: Query, memberIds: readonly string[], nowMs: number): Promise<Map<string, Used>> {
  const rows = await query.run(used, [[...new Set(memberIds)], new Date(nowMs - WINDOW_MS)]);
  const found = new Map<string, Used>();
  for (const id of new Set(rows.map(({ member_id }) => member_id))) {
    const own = rows.filter(({ member_id }) => member_id === id);
    const since = Math.min(...own.map((each) => each.since.getTime()));
    found.set(id, {
      byKind: new Map(own.map(({ kind, worth }) => [kind, amount(worth)])),
      total: sum(own.map(({ worth }) => amount(worth))),
      frees: new Date(since + WINDOW_MS),
    });
  }
  return found;
}

/** What left each of these members within 24 hours, in USDT. */
export async function usedBy(
  query: Query,
  memberIds: readonly string[],
  nowMs: number,
): Promise<(memberId: string) => Used> {
  const found = await readUsed(query, memberIds, nowMs);
  return (memberId) => found.get(memberId) ?? NOTHING;
}
