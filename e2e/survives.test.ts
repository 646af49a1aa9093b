import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SpotOrder } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { seedOf, uniform } from '../apps/server/src/market/feeds/simulated/random.ts';
import { obtain, registerFunded } from '../apps/server/src/testing/api-client.ts';
import { Shooter } from './survives/shooter.ts';
import { BLOWS, Target, type Blow } from './survives/target.ts';

/** How often it is struck: a few times with every test run, `KILLS=100` for the long one. */
const KILLS = Number(process.env['KILLS'] ?? '3');
const MEMBERS = 6;
/** Answers between two blows, so that each falls into the midst of work. */
const ANSWERS_BETWEEN = 60;
const SEED = seedOf('survives');
const ROOT = new URL('..', import.meta.url).pathname;

const blowAt = (number: number): Blow => BLOWS[number % BLOWS.length] ?? 'server';

/** Submits at random until told to end: orders that fill, orders that wait, cancels, more demo funds. */
async function trade(shooter: Shooter, place: number, prices: readonly [low: string, high: string], isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const luck = (salt: number): number => uniform(SEED ^ salt, place, turn);
    const num = `0.${String(1 + Math.floor(luck(1) * 20)).padStart(4, '0')}`;
    const order = { m_id: '1', type: luck(2) < 0.6 ? '1' : '2', num };
    const ids = shooter.orderIds;
    const chance = luck(3);
    if (chance < 0.3 && ids.length > 0) await shooter.submit('tradecancelOrder', { bb_id: String(ids[Math.floor(luck(4) * ids.length)]) });
    else if (chance < 0.35) await shooter.submit('demoFunds', {});
    else if (chance < 0.5) await shooter.submit('upbbbuy', { ...order, operate_type: '2', amount: '25.5' });
    else await shooter.submit('upbbbuy', { ...order, operate_type: '1', price: prices[luck(5) < 0.5 ? 0 : 1] });
  }
}

async function everyOrder(url: string, token: string): Promise<SpotOrder[]> {
  const orders: SpotOrder[] = [];
  for (let page = 1; ; page += 1) {
    const { list } = await obtain(url, 'tradegetOrderList', { page: String(page), limit: '50' }, { token });
    orders.push(...list);
    if (list.length < 50) return orders;
  }
}

async function expectCleanAudit(dataDir: string): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'tools/audit.ts')], { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } });
  expect(stdout).toMatch(/^audit clean: \d+ checks$/m);
}

test(`what was acknowledged is there once, whatever is killed under load (${KILLS} times)`, { timeout: 60_000 + KILLS * 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-survives-'));
  const target = new Target(dataDir, { FEED: 'simulated', FEED_SEED: 'survives' });
  try {
    const url = await target.url();
    const tokens = await Promise.all(Array.from({ length: MEMBERS }, (_, at) => registerFunded(url, `member-${at}@quay.example`)));
    const shooters = tokens.map((token, at) => new Shooter(target, `member-${at}`, token));
    const close = (await obtain(url, 'getMarketList')).list[0]?.close ?? '';
    const near = (share: number): string => (Number(close) * share).toFixed(0);

    const answered = (): number => shooters.reduce((sum, { shots }) => sum + shots.filter(({ answer }) => answer).length, 0);
    let isOver = false;
    const trading = shooters.map((shooter, at) => trade(shooter, at, [near(0.9), near(1.05)], () => isOver));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = answered() + ANSWERS_BETWEEN;
      await expect.poll(answered, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(enough);
      await target.strike(blowAt(kill));
    }
    const enough = answered() + ANSWERS_BETWEEN;
    await expect.poll(answered, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(enough);
    isOver = true;
    await Promise.all(trading);

    const shots = shooters.flatMap((shooter) => shooter.shots);
    expect(shots.filter(({ asked }) => asked > 1).length, 'some answers were lost').toBeGreaterThan(0);
    const last = await target.url();
    for (const shooter of shooters) {
      const orders = await everyOrder(last, shooter.token);
      expect(orders.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(shooter.orderIds.toSorted((a, b) => a - b));
      const status = new Map(orders.map((order) => [order.id, order.status]));
      const cancelled = shooter.shots.filter(({ name, answer }) => name === 'tradecancelOrder' && answer?.code === 1);
      for (const { fields } of cancelled) expect(status.get(Number(fields['bb_id']))).toBe(3);
      // Every key still has its one answer, and asking moves nothing.
      for (const shot of shooter.shots) expect(await shooter.settle(shot)).toEqual(shot.answer);
      expect(await everyOrder(last, shooter.token)).toHaveLength(orders.length);
    }
    await expectCleanAudit(dataDir);
    await target.stop();
    await expectCleanAudit(dataDir);
  } finally {
    await target.abandon();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
