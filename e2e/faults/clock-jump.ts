import { obtain } from '../../apps/server/src/testing/api-client.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { until } from './ground/until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NEAR_MS = 60_000;
const ANSWERS_BETWEEN = 60;

/**
 * Offsets of the clock, in order. They end an hour ahead: options that end before the tape's last time are refused, so
 * the server needs that hour until it accepts options again.
 */
const STEPS = [
  { shiftMs: -DAY_MS, words: 'a day back (and restarted there)' },
  { shiftMs: 0, words: 'forward again' },
  { shiftMs: HOUR_MS, words: 'an hour ahead' },
  { shiftMs: 0, words: 'back again' },
  { shiftMs: HOUR_MS, words: 'to where it was' },
] as const;

async function serverTimeMs(ground: Ground): Promise<number> {
  const response = await fetch(`${await ground.url()}/huobiapi/v1/common/timestamp`);
  const { data }: { readonly data: number } = await response.json();
  return data;
}

async function balances(ground: Ground): Promise<string> {
  const url = await ground.url();
  return JSON.stringify(
    await Promise.all(
      ground.records.map(async ({ token }) =>
        (await obtain(url, 'getUserBalanceList', {}, { token })).coinList.flatMap(({ type, balanceInfo }) =>
          balanceInfo.map(({ coinId, balance, dbalance }) => [type, coinId, balance, dbalance]),
        ),
      ),
    ),
  );
}

async function step(ground: Ground, shiftMs: number): Promise<void> {
  await ground.setClock(shiftMs);
  await until(
    'the server has the other time',
    async () => Math.abs((await serverTimeMs(ground)) - Date.now() - shiftMs) < NEAR_MS,
  );
  await ground.untilAnswered(ANSWERS_BETWEEN);
}

async function untilOptionAccepted(ground: Ground): Promise<void> {
  const fromMs = Date.now();
  await until('an option is accepted', () =>
    ground.records.some(({ submits }) =>
      submits.some(({ name, sentMs, answer }) => name === 'creatorder' && sentMs > fromMs && answer?.code === 1),
    ),
  );
}

/** With the clock a day back and no requests, nothing changes: due work is a day away. */
async function nothingMovesByItself(ground: Ground): Promise<void> {
  await ground.stopTrading();
  ground.exchange.silence();
  const before = await balances(ground);
  await ground.target.restart();
  if ((await balances(ground)) !== before)
    ground.doubt('a balance moved while the clock was a day back and nobody acted');
  ground.exchange.speak();
  ground.startTrading();
}

export const clockJump: Fault = {
  name: 'clock-jump',
  does: 'sets the server’s clock a day back, forward, an hour ahead and back while members submit',
  times: { full: 5, short: 1 },
  needs: { clock: true },
  async strike(ground, { times }) {
    for (let round = 0; round < times; round += 1) {
      const fromMs = round * HOUR_MS;
      for (const { shiftMs } of STEPS) {
        await step(ground, fromMs + shiftMs);
        if (shiftMs < 0) await nothingMovesByItself(ground);
        else if (shiftMs > 0) await untilOptionAccepted(ground);
      }
    }
    return [
      `${times} rounds of ${STEPS.map(({ words }) => words).join(', ')}; each time members went on submitting`,
      'the clock of the server’s process is set, PostgreSQL’s is not',
    ];
  },
};
