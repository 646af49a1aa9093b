import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openCatalogueWorld, type CatalogueWorld } from '../../testing/catalogue-world.ts';
import { seedLoanProjects, seedProducts } from './index.ts';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await openCatalogueWorld();
  await seedProducts(world.db, 0);
  await seedLoanProjects(world.db, 0);
});
afterAll(() => world.close());

const yearly = sql<{ what: string; rate: number }>(
  'test.yearlyRates',
  `select 'locks ' || title as what, (interest_rate * 365)::float8 as rate from mining_product
   union all select 'stakes ' || c.title || ' ' || i.days, i.interest_rate::float8
     from staking_info i join staking_project p on p.id = i.project_id join coin c on c.id = p.coin_id
   union all select 'lends ' || title, (interest_rate * 365)::float8 from loan_project`,
);

test('a demo pays and charges between two and nine per cent a year', async () => {
  const rates = await world.db.run(yearly);
  expect(rates.length).toBeGreaterThan(10);
  expect(rates.filter(({ rate }) => rate < 2 || rate > 9)).toEqual([]);
});

test('a demo stakes USDT too, and lends in the platform’s own name', async () => {
  const rates = (await world.db.run(yearly)).map(({ what }) => what);
  expect(rates).toContain('stakes USDT 30');
  expect(rates).toContain('lends Plimsoll line 14');
});
