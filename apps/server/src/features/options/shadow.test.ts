import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCode, sql } from '../../platform/db.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';

// Guards that run with the owner's rights must read the real tables, whatever the caller's session names.

let world: OptionWorld;
beforeAll(async () => {
  world = await openOptionWorld();
});
afterAll(() => world.close());

let texts = 0;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`shadow.${(texts += 1)}`, text);

test('a temporary table named like the tape deceives no guard: a loss stays a loss', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const id = await world.withLine(memberId);
  world.clock.advance(27_000);
  const early = world.market.setMark('btcusdt', '101').seq;
  world.clock.advance(2_000);
  world.market.setMark('btcusdt', '99');
  world.clock.advance(1_000);
  await world.market.marks.complete();
  const written = world.db
    .transaction(async (tx) => {
      await tx.run(raw(`create temp table mark on commit drop as select * from public.mark where seq <= ${early}`));
      await tx.run(raw('grant select on pg_temp.mark to public'));
      await tx.run(
        raw(
          `update public.option_order set status = 2, exit_mark = ${early}, exit_price = 101, outcome = 'win', profit = 75, settled_at = expires_at where id = ${id}`,
        ),
      );
    })
    .then(
      () => 'written',
      (error: unknown) => errorCode(error),
    );
  // 23514: refused by the guard; 42501: temporary tables are not allowed.
  expect(['23514', '42501']).toContain(await written);
  expect(await world.settle()).toBe(1);
  await world.audit();
});

test('every function that runs with its owner’s rights sets its search path, temporary tables last', async () => {
  const open = await world.db.run(
    raw<{ name: string }>(`
    select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosecdef and not coalesce(p.proconfig::text ~ 'search_path=[^{}]*pg_temp[^,{}a-z]*[,}]', false) order by 1`),
  );
  expect(open).toEqual([]);
});
