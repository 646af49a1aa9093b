import { sql, type Db } from '../../apps/server/src/platform/db.ts';

export interface Positions {
  readonly count: number;
  readonly members: number;
  /** When the first is placed; the others are spread over 24 hours. */
  readonly firstMs: number;
}

/** Positions posted at a time. */
const CHUNK = 20_000;

const addMembers = sql<never>(
  'bench.members',
  `
  insert into member (id, username, password_hash, invite_code, created_at) overriding system value select n, 'bench' || n, '-', lpad(n::text, 8, 'A'), now() from generate_series(1, $1::int) n`,
);
const addProduct = sql<{ id: string }>(
  'bench.product',
  `
  insert into mining_product (title, coin_id, min_amount, max_amount, interest_rate, days, changed_at)
  select 'Bench', id, 10, 1000000, 0.12, 30, now() from coin where title = 'USDT' returning id`,
);
const openAccounts = sql<never>(
  'bench.accounts',
  `
  select count(*) from ledger_open(now(),
    (select array_agg(id order by id) from member where id > $1 and id <= $2), (select array_agg(1::smallint) from member where id > $1 and id <= $2),
    (select array_agg(null::text) from member where id > $1 and id <= $2), (select array_agg((select id from coin where title = 'USDT')) from member where id > $1 and id <= $2))`,
);
const openHouse = sql<never>(
  'bench.house',
  `
  select count(*) from ledger_open(now(), array[null, null]::bigint[], array[null, null]::smallint[], array['outside', 'rewards'], (select array[id, id] from coin where title = 'USDT'))`,
);
const NUMBER = (house: string) =>
  `(select id from ledger_account where house = '${house}' and coin_id = (select id from coin where title = 'USDT'))`;
const POST = (journals: string) => `
  select ledger_post($3::timestamptz, j.kinds, j.ids, j.actors, j.actor_ids, l.journals, l.froms, l.from_frozens, l.tos, l.to_frozens, l.amounts, l.hold_kinds, l.hold_refs, true)
  from (${journals}) j`;
// Each member gets what will be locked, and the rewards account what is promised.
const grant = sql<never>(
  'bench.grant',
  `${POST(`
  select array_agg('demo-funding'::text) as kinds, array_agg('m' || id order by id) as ids, array_agg('clock'::text) as actors, array_agg(null::bigint) as actor_ids
  from member where id > $1 and id <= $2`)}, (
  select array_agg(n::int order by n) as journals, array_agg(${NUMBER('outside')} order by n) as froms, array_agg(false) as from_frozens, array_agg(a.id order by n) as tos,
    array_agg(false) as to_frozens, array_agg($4::numeric) as amounts, array_agg(null::text) as hold_kinds, array_agg(null::bigint) as hold_refs
  from (select id, row_number() over (order by id) as n from member where id > $1 and id <= $2) m
  join ledger_account a on a.member_id = m.id and a.type = 1) l`,
);
const grantHouse = sql<never>(
  'bench.grantHouse',
  `
  select ledger_post($1::timestamptz, array['house-funding'], array['rewards'], array['clock'], array[null]::bigint[], array[1], array[${NUMBER('outside')}], array[false],
    array[${NUMBER('rewards')}], array[false], array[1000000000]::numeric[], array[null]::text[], array[null]::bigint[], true)`,
);
// Position n belongs to member (n mod members): a hold of 100 to 199 USDT, and one of rewards for its interest.
const POSITION = `select n, 100000 + n as id, 1 + (n % $4) as member_id, 100 + (n % 100) as amount, product_interest(100 + (n % 100), 0.12, 1, 1, 6) as daily
  from generate_series($1::bigint + 1, $2::bigint) n`;
const place = sql<never>(
  'bench.place',
  `${POST(`
  select array_agg('mining-open'::text) as kinds, array_agg(id::text order by n) as ids, array_agg('member'::text) as actors, array_agg(member_id order by n) as actor_ids
  from (${POSITION}) p`)}, (
  select array_agg((p.n - $1)::int order by p.n, part) as journals, array_agg(account order by p.n, part) as froms, array_agg(false) as from_frozens,
    array_agg(account order by p.n, part) as tos, array_agg(true) as to_frozens, array_agg(held order by p.n, part) as amounts,
    array_agg(kind order by p.n, part) as hold_kinds, array_agg(p.id order by p.n, part) as hold_refs
  from (${POSITION}) p join ledger_account a on a.member_id = p.member_id and a.type = 1
  cross join lateral (values (1, a.id, p.amount::numeric, 'mining'), (2, ${NUMBER('rewards')}, p.daily * 30, 'mining-reward')) v (part, account, held, kind)) l`,
);
const write = sql<never>(
  'bench.positions',
  `
  insert into mining_order (id, member_id, product_id, product_version, coin_id, interest_rate, days, decimals, amount, daily, placed_at, ends_at, phase)
  select p.id, p.member_id, $5, 1, (select id from coin where title = 'USDT'), 0.12, 30, 6, p.amount, p.daily, t.at, t.at + 30 * interval '24 hours',
    mod((extract(epoch from t.at) * 1000)::bigint, 86400000)
  from (${POSITION}) p cross join lateral (select $3::timestamptz + trunc(n * 86400000::numeric / $6 - 1) * interval '1 millisecond' as at) t`,
);
const payFrom = sql<never>(
  'bench.payFrom',
  `update mining_paid_until set day = ($1::timestamptz at time zone 'UTC')::date, phase = -1, order_id = 0`,
);

/** Places the positions through the ledger's entry point, thousands at once. */
export async function placePositions(owner: Db, { count, members, firstMs }: Positions): Promise<void> {
  const first = new Date(firstMs);
  await owner.run(addMembers, [members]);
  const product = (await owner.run(addProduct))[0]?.id;
  await owner.run(openHouse);
  await owner.run(grantHouse, [first]);
  const quantity = Math.ceil(count / members) * 200;
  for (let from = 0; from < members; from += CHUNK) {
    const to = Math.min(members, from + CHUNK);
    await owner.run(openAccounts, [from, to]);
    await owner.run(grant, [from, to, first, quantity]);
  }
  for (let from = 0; from < count; from += CHUNK) {
    const to = Math.min(count, from + CHUNK);
    await owner.run(place, [from, to, first, members]);
    await owner.run(write, [from, to, first, members, product, count]);
  }
  await owner.run(payFrom, [first]);
  await owner.run(sql('bench.analyze', 'analyze'));
}
