import { decimal, id, int, smallint, text } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Db } from '../../platform/db.ts';

/**
 * Lock mining that a demo begins with: title, min, max (USDT), percent a day, days. From 3 to 7 % a year: a demo
 * promises nothing that could not be kept.
 */
const MINING = [
  ['Skiff 7', '100', '2000', '0.008', 7],
  ['Cutter 30', '500', '10000', '0.012', 30],
  ['Clipper 90', '1000', '50000', '0.018', 90],
] as const;

/** Staking that a demo begins with; durations as days, percent a year, min in the coin. */
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

const MINING_ROWS = rowsOf({ title: text, min: decimal, max: decimal, rate: decimal, cycle: int });
const seedMining = sql<never>(
  'products.seedMining',
  `
  insert into mining_product (title, coin_id, min_amount, max_amount, interest_rate, days, sort, changed_at)
  select t.title, c.id, t.min, t.max, t.rate, t.cycle, t.place, $1
  from ${MINING_ROWS.unnestPlaced('t', 2)}
  join coin c on c.title = 'USDT'
  where not exists (select from mining_product)`,
);

const PROJECT_ROWS = rowsOf({ coin: text, type: smallint });
const seedProjects = sql<{ id: string; coin: string }>(
  'products.seedStakingProjects',
  `
  insert into staking_project (coin_id, type, sort, changed_at)
  select c.id, t.type, t.place, $1 from ${PROJECT_ROWS.unnestPlaced('t', 2)} join coin c on c.title = t.coin
  where not exists (select from staking_project)
  returning id, (select title from coin where id = coin_id) as coin`,
);
const INFO_ROWS = rowsOf({ project: id('staking project'), days: int, rate: decimal, min: decimal });
const seedInfos = sql<never>(
  'products.seedStakingInfos',
  `
  insert into staking_info (project_id, coin_id, type, days, interest_rate, min_amount, created_at)
  select p.id, p.coin_id, p.type, t.days, t.rate, t.min, $1
  from ${INFO_ROWS.unnest('t', 2)} join staking_project p on p.id = t.project`,
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
    const mining = MINING_ROWS.arrays(MINING, ([title, min, max, rate, cycle]) => ({
      title,
      min,
      max,
      rate,
      cycle,
    }));
    await tx.run(seedMining, [at, ...mining]);
    const made = await tx.run(seedProjects, [at, ...PROJECT_ROWS.arrays(STAKING)]);
    const infos = made.flatMap(({ id: project, coin }) =>
      (STAKING.find((each) => each.coin === coin)?.infos ?? []).map(([days, rate, min]) => ({
        project,
        days,
        rate,
        min,
      })),
    );
    if (infos.length > 0) await tx.run(seedInfos, [at, ...INFO_ROWS.arrays(infos)]);
  });
