import type { Key, KeyKind } from '@plimsoll/contract';
import { amount, format, type Amount } from '@plimsoll/money';
import { sql, type Query, type Tx } from '../../platform/db.ts';

/** A key as it is made. */
export interface NewKey {
  readonly memberId: string;
  readonly accessHash: string;
  readonly shown: string;
  readonly name: string;
  readonly secret: Buffer | null;
  readonly publicKey: Buffer | null;
  readonly mayTrade: boolean;
  readonly mayTransfer: boolean;
  readonly networks: readonly string[];
  readonly marketIds: readonly string[];
  readonly dayCap: Amount | null;
  readonly lossCap: Amount | null;
  readonly expiresAt: Date | null;
}

const ALIVE = 'ended_at is null and (expires_at is null or expires_at > $2)';

const countAlive = sql<{ count: number }>(
  'keys.count',
  `select count(*)::int as count from api_key where member_id = $1 and ${ALIVE}`,
);
/** How many keys of a member work. */
export const countKeys = async (tx: Tx, memberId: string, nowMs: number): Promise<number> =>
  (await tx.run(countAlive, [memberId, new Date(nowMs)]))[0]?.count ?? 0;

const insert = sql<{ id: string }>(
  'keys.insert',
  `
  insert into api_key (member_id, access_hash, shown, name, secret, public_key, may_trade, may_transfer, networks, markets,
    day_cap, loss_cap, expires_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[]::cidr[], $10::bigint[], $11, $12, $13, $14) returning id`,
);
/** Writes a new key. @returns its id */
export async function insertKey(tx: Tx, key: NewKey, nowMs: number): Promise<string> {
  const [row] = await tx.run(insert, [
    key.memberId,
    key.accessHash,
    key.shown,
    key.name,
    key.secret,
    key.publicKey,
    key.mayTrade,
    key.mayTransfer,
    key.networks,
    key.marketIds,
    key.dayCap === null ? null : format(key.dayCap),
    key.lossCap === null ? null : format(key.lossCap),
    key.expiresAt,
    new Date(nowMs),
  ]);
  if (!row) throw new Error('no key was made');
  return row.id;
}

interface ListedRow {
  id: string;
  name: string;
  shown: string;
  kind: KeyKind;
  may_trade: boolean;
  may_transfer: boolean;
  networks: string[];
  markets: string[];
  day_cap: string | null;
  loss_cap: string | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_address: string | null;
  cancels_at: Date | null;
  over_at: Date | null;
}
/** Keys that ended are listed this long, and so many. */
const LISTED_FOR_MS = 30 * 24 * 60 * 60_000;
const MAX_ENDED = 20;
const list = sql<ListedRow>(
  'keys.list',
  `
  with own as (
    select *, least(ended_at, case when expires_at <= $2 then expires_at end) as over_at
    from api_key where member_id = $1
  )
  select id, name, shown, case when secret is null then 'ed25519' else 'hmac' end as kind, may_trade, may_transfer,
    networks::text[] as networks,
    coalesce((select array_agg(m.symbol order by m.id) from market m where m.id = any(markets)), '{}') as markets,
    day_cap, loss_cap, created_at, expires_at, last_used_at, last_address, w.due_at as cancels_at, over_at
  from own left join key_watch w on w.key_id = id
  where over_at is null or id in (select id from own where over_at > $3 order by id desc limit $4)
  order by over_at is not null, id desc`,
);

const shownAmount = (decimal: string | null): string | null => (decimal === null ? null : format(amount(decimal)));

/** A member's keys that work, newest first, and then those that ended lately. */
export async function listKeys(query: Query, memberId: string, nowMs: number): Promise<Key[]> {
  const rows = await query.run(list, [memberId, new Date(nowMs), new Date(nowMs - LISTED_FOR_MS), MAX_ENDED]);
  return rows.map((row) => ({
    // not money: an id, a number on the wire
    id: Number(row.id),
    name: row.name,
    shown: row.shown,
    kind: row.kind,
    trade: row.may_trade ? 1 : 0,
    transfer: row.may_transfer ? 1 : 0,
    networks: row.networks,
    markets: row.markets,
    day_cap: shownAmount(row.day_cap),
    loss_cap: shownAmount(row.loss_cap),
    addtime: row.created_at.toISOString(),
    expires: row.expires_at?.toISOString() ?? null,
    last_used: row.last_used_at?.toISOString() ?? null,
    last_address: row.last_address ?? '',
    cancels: row.cancels_at?.toISOString() ?? null,
    ended: row.over_at?.toISOString() ?? null,
  }));
}

const end = sql<{ name: string }>(
  'keys.end',
  'update api_key set ended_at = $3 where id = $1 and member_id = $2 and ended_at is null returning name',
);
/** Ends a member's key. @returns its name; undefined without one that works */
export const endKey = async (tx: Tx, memberId: string, id: string, nowMs: number): Promise<string | undefined> =>
  (await tx.run(end, [id, memberId, new Date(nowMs)]))[0]?.name;

/** A key as it is checked. */
export interface KeyRow {
  id: string;
  member_id: string;
  lang: string | null;
  secret: Buffer | null;
  public_key: Buffer | null;
  may_trade: boolean;
  may_transfer: boolean;
  networks: string[];
  markets: string[];
  is_capped: boolean;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_address: string | null;
}
const find = sql<KeyRow>(
  'keys.find',
  `
  select k.id, k.member_id, m.lang, k.secret, k.public_key, k.may_trade, k.may_transfer, k.networks::text[] as networks,
    k.markets::text[] as markets, num_nonnulls(k.day_cap, k.loss_cap) > 0 as is_capped, k.expires_at, k.last_used_at, k.last_address
  from api_key k join member m on m.id = k.member_id where k.access_hash = $1 and k.ended_at is null and not m.frozen`,
);
/** The key of an access key's hash; undefined of an ended one, and of a frozen member's. */
export const findKey = async (query: Query, accessHash: string): Promise<KeyRow | undefined> =>
  (await query.run(find, [accessHash]))[0];

const open = sql<{ access_hash: string }>(
  'keys.stillOpen',
  `
  select k.access_hash from api_key k join member m on m.id = k.member_id
  where k.access_hash = any($1) and k.ended_at is null and (k.expires_at is null or k.expires_at > $2) and not m.frozen`,
);
/** Which of these keys work, by their access keys' hashes. */
export const openKeys = async (
  query: Query,
  accessHashes: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> =>
  new Set((await query.run(open, [accessHashes, new Date(nowMs)])).map(({ access_hash }) => access_hash));

const use = sql<never>('keys.use', 'update api_key set last_used_at = $2, last_address = $3 where id = $1');
/** Notes when and from where a key was used. */
export const noteUse = async (query: Query, id: string, at: Date, address: string): Promise<void> =>
  void (await query.run(use, [id, at, address]));
