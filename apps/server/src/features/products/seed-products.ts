import { sql, type Db } from '../../platform/db.ts';

/**
 * Lock mining that a demo begins with: title, least, most (USDT), percent a day, days. From 3 to 7 % a year: a demo
 * promises nothing that could not be kept.
 */
const MINING = [
  ['Skiff 7', '100', '2000', '0.008', 7],
  ['Cutter 30', '500', '10000', '0.012', 30],
  ['Clipper 90', '1000', '50000', '0.018', 90],
] as const;

/** Staking that a demo begins with; durations as days, percent a year, least in the coin. */
const STAKING = [
  {
    coin: 'USDT',
    type: 1,
    infos: [
      [7, '2.4', '10'],
      [30, '3', '10'],
      [90, '3.8', '10'],
    ],
  },
  {
    coin: 'SOL',
    type: 2,
    infos: [
      [30, '6.4', '1'],
      [60, '7.2', '1'],
      [90, '8', '1'],
    ],
  },
  {
    coin: 'ETH',
    type: 2,
    infos: [
      [30, '3.1', '0.05'],
      [90, '3.6', '0.05'],
      [180, '4', '0.05'],
    ],
  },
  {
    coin: 'TRX',
    type: 1,
    infos: [
      [7, '4.6', '5'],
      [30, '5.1', '5'],
    ],
  },
] as const;

const seedMining = sql<never>(
  'products.seedMining',
  `
  insert into mining_product (title, coin_id, min_price, max_price, interest_rate, cycle, sort, changed_at)
  select t.title, c.id, t.least, t.most, t.rate, t.cycle, t.nth, $6
  from unnest($1::text[], $2::numeric[], $3::numeric[], $4::numeric[], $5::int[]) with ordinality as t (title, least, most, rate, cycle, nth)
  join coin c on c.title = 'USDT'
  where not exists (select from mining_product)`,
);

const seedProjects = sql<{ id: string; coin: string }>(
  'products.seedStakingProjects',
  `
  insert into staking_project (coin_id, type, sort, changed_at)
  select c.id, t.type, t.nth, $3 from unnest($1::text[], $2::smallint[]) with ordinality as t (coin, type, nth) join coin c on c.title = t.coin
  where not exists (select from staking_project)
  returning id, (select title from coin where id = coin_id) as coin`,
);
const seedInfos = sql<never>(
  'products.seedStakingInfos',
  `
  insert into staking_info (project_id, coin_id, type, days, interest_rate, min_price, at)
  select p.id, p.coin_id, p.type, t.days, t.rate, t.least, $5
  from unnest($1::bigint[], $2::int[], $3::numeric[], $4::numeric[]) as t (project, days, rate, least) join staking_project p on p.id = t.project`,
);
const oneProcess = sql<never>(
  'products.seedAlone',
  'lock table mining_product, staking_project in share row exclusive mode',
);

/**
 * Offers a demo's lock mining and staking, of each only when there is none at all; owners change them in the console.
 */
export const seedProducts = (db: Db, nowMs: number): Promise<void> =>
  db.transaction(async (tx) => {
    const at = new Date(nowMs);
    await tx.run(oneProcess);
    await tx.run(seedMining, [...([0, 1, 2, 3, 4] as const).map((place) => MINING.map((each) => each[place])), at]);
    const made = await tx.run(seedProjects, [STAKING.map(({ coin }) => coin), STAKING.map(({ type }) => type), at]);
    const infos = made.flatMap(({ id, coin }) =>
      (STAKING.find((each) => each.coin === coin)?.infos ?? []).map((info) => [id, ...info] as const),
    );
    if (infos.length > 0)
      await tx.run(seedInfos, [...([0, 1, 2, 3] as const).map((place) => infos.map((each) => each[place])), at]);
  });
