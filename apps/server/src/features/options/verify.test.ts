import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';

const PROGRAM = fileURLToPath(new URL('../../../../../tools/verify.ts', import.meta.url));

let world: OptionWorld;
let settled: string;
let open: string;
beforeAll(async () => {
  world = await openOptionWorld();
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  settled = await world.placed(memberId);
  open = await world.placed(memberId, { seconds: 600 });
  await world.draw('btcusdt');
  world.clock.advance(29_000);
  world.market.setMark('btcusdt', '101');
  world.clock.advance(1_000);
  await world.settle();
  world.market.setMark('btcusdt', '101');
  await world.market.keep();
});
afterAll(() => world.close());

function verify(
  args: readonly string[],
  env: Record<string, string> = { DATABASE_URL: world.url },
): Promise<{ status: number; output: string }> {
  const { PATH = '' } = process.env;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PROGRAM, ...args], { env: { PATH, ...env } }, (_, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, output: stdout + stderr });
    });
  });
}

test('an option that ended as the tape determines is explained step by step with exit code 0; any other with 1', async () => {
  const right = await verify(['order', settled]);
  expect(right).toEqual({
    status: 0,
    output: expect.stringMatching(
      /^option \d+: btcusdt up from 100, stake 100, .*\n(ok {2}(chain|entry|exit|outcome|profit): .*\n){5}as the tape says\n$/,
    ) as string,
  });
  const owner = (text: string) => world.owner.run(sql<never>(`verify.${text.length}`, text));
  await owner('alter table option_order disable trigger user');
  await owner(
    `update option_order set exit_mark = line_seq, exit_price = entry_price, outcome = 'tie', profit = 0 where id = ${settled}`,
  );
  const wrong = await verify(['order', settled]);
  expect(wrong.status).toBe(1);
  expect(wrong.output).toContain(
    'OFF outcome: tie, the tape says win\nOFF profit: 0, the tape says 75\nnot as the tape says\n',
  );
});

test('a tape that ends before the expiry, or misses marks, proves nothing', async () => {
  const owner = (name: string, text: string) => world.owner.run(sql<never>(`verify.${name}`, text));
  const memberId = await world.staker('1000');
  world.market.setMark('ethusdt', '10');
  const id = await world.withLine(memberId, { market: '2' });
  world.clock.advance(29_000);
  world.market.setMark('ethusdt', '11');
  world.clock.advance(1_000);
  await world.settle();
  const early = await verify(['order', id]);
  expect(early.status).toBe(1);
  expect(early.output).toContain('OFF exit: ');
  world.market.setMark('ethusdt', '9');
  await world.market.keep();
  expect(await verify(['order', id])).toMatchObject({ status: 0 });
  await owner('checks', 'alter table option_order drop constraint line_on_tape, drop constraint exit_mark_on_tape');
  await owner('gone', 'delete from mark where market_id = 2 and price = 11');
  const gone = await verify(['order', id]);
  expect(gone.status).toBe(1);
  expect(gone.output).toMatch(/OFF chain: mark \d+ does not follow the one before it: marks are missing between\n/);
  await owner('none', 'delete from mark where market_id = 2');
  expect((await verify(['order', id])).output).toContain('OFF chain: nothing from the entry on is on the tape\n');
});

test.each<[string, () => Parameters<typeof verify>, string]>([
  ['an option that still runs', () => [['order', open]], 'has not ended yet'],
  ['an option there is not', () => [['order', '7']], 'there is no option 7'],
  ['no option at all', () => [[]], 'npm run verify -- order <id>'],
  ['something that is no number', () => [['order', '1; drop table tick']], 'npm run verify -- order <id>'],
  ['a database that is not there', () => [['order', settled], { DATA_DIR: '/nowhere/at/all' }], 'There is no database'],
])('for %s it explains why it cannot verify, and exits with 2', async (_what, args, why) => {
  const { status, output } = await verify(...args());
  expect(status).toBe(2);
  expect(output).toContain(why);
});
