import { expect, test } from 'vitest';
import { plainPosting } from '../../ledger/index.ts';
import type { Db } from '../../platform/db.ts';
import { openTradingWorld } from '../../testing/trading-world.ts';
import { COIN, journalTo } from '../../testing/world-parts.ts';
import { keepUp } from './keep-up.ts';
import { PriceBook } from '../../market/index.ts';

const HOUR_MS = 3_600_000;
const LINES = 40;
const MAX_LINES = 5;

test('of an hour that is not over no line is read, however many there are', async () => {
  const world = await openTradingWorld({});
  try {
    const id = await world.member({});
    const journals = Array.from({ length: LINES }, (_, n) =>
      journalTo(`${id}.busy${n}`, { memberId: id, type: 1, coinId: COIN.USDT }, '1'),
    );
    expect(await world.writer.submit(plainPosting, journals)).toMatchObject({ ok: true });
    const read: number[] = [];
    const run: Db['run'] = async (statement, parameters) => {
      const rows = await world.db.run(statement, parameters);
      if (statement.name === 'portfolio.lines') read.push(rows.length);
      return rows;
    };
    const db: Db = Object.assign(Object.create(world.db) as Db, { run });
    const book = await PriceBook.open(world.db);
    const keep = () => keepUp(db, book, id, { nowMs: world.clock.nowMs(), minLines: 1, maxLines: MAX_LINES });
    await keep();
    expect(read).toEqual([]);
    // Once it is over all of it is kept.
    world.clock.advance(2 * HOUR_MS);
    await keep();
    expect(read.at(-1)).toBe(LINES);
  } finally {
    await world.close();
  }
});
