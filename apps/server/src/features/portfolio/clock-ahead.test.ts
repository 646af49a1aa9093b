import { expect, test } from 'vitest';
import { plainPosting } from '../../ledger/index.ts';
import { sql } from '../../platform/db.ts';
import { openTradingWorld } from '../../testing/trading-world.ts';
import { COIN, journalTo } from '../../testing/world-parts.ts';
import { readPortfolio } from './read-portfolio.ts';

const HOUR_MS = 3_600_000;
const LINES = 120;
const kept = sql<{ kept: number }>('test.portfolioAhead', 'select count(*)::int as kept from portfolio_checkpoint');

test('a process whose clock is ahead keeps no sums of hours that are not over by the database’s', async () => {
  const world = await openTradingWorld({});
  try {
    const id = await world.member({});
    const journals = Array.from({ length: LINES }, (_, n) =>
      journalTo(`${id}.a${n}`, { memberId: id, type: 1, coinId: COIN.USDT }, '1'),
    );
    world.clock.advance(Date.now() + HOUR_MS - world.clock.nowMs());
    expect(await world.writer.submit(plainPosting, journals)).toMatchObject({ ok: true });
    world.clock.advance(2 * HOUR_MS);
    const { worth } = await readPortfolio(world, id, { range: 'day', since: undefined, curve: undefined });
    expect([worth, await world.db.run(kept)]).toEqual([`${LINES}.00000000`, [{ kept: 0 }]]);
  } finally {
    await world.close();
  }
});
