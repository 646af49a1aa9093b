import { obtain } from '../../apps/server/src/testing/api-client.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { until } from './ground/until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The server's clock has been set when it is this near to what it was set to. */
const NEAR_MS = 60_000;
const ANSWERS_BETWEEN = 60;

/**
 * What the clock is set to, one after another, from where it was. It ends an hour ahead: where the tape is written up
 * to then, options that would end before are refused, so that the server needs that hour until it takes options again.
 */
const STEPS = [
  { shiftMs: -DAY_MS, words: 'a day back (and started anew there)' },
  { shiftMs: 0, words: 'forward again' },
  { shiftMs: HOUR_MS, words: 'an hour ahead' },
  { shiftMs: 0, words: 'back again' },
  { shiftMs: HOUR_MS, words: 'to where it was' },
] as const;

async function serverTimeMs(ground: Ground): Promise<number> {
  const { data } = (await (await fetch(`${await ground.url()}/huobiapi/v1/common/timestamp`)).json()) as {
    data: number;
  };
  return data;
}

/** What of a member's money stands in USDT and BTC, available and frozen: moves only when somebody moves it. */
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

/** Options are taken again at the time the clock has now. */
async function untilOptionTaken(ground: Ground): Promise<void> {
  const fromMs = Date.now();
  await until('an option is taken', () =>
    ground.records.some(({ submits }) =>
      submits.some(({ name, sentMs, answer }) => name === 'creatorder' && sentMs > fromMs && answer?.code === 1),
    ),
  );
}

/** With the clock a day back and nobody acting, nothing moves: what falls due has a day to go. */
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

export const clockSteps: Fault = {
  name: 'clock-steps',
  does: 'sets the server’s clock a day back, forward, an hour ahead and back while members submit',
  times: { full: 5, short: 1 },
  needs: { clock: true },
  async strike(ground, { times }) {
    for (let round = 0; round < times; round += 1) {
      const fromMs = round * HOUR_MS;
      for (const { shiftMs } of STEPS) {
        await step(ground, fromMs + shiftMs);
        if (shiftMs < 0) await nothingMovesByItself(ground);
        else if (shiftMs > 0) await untilOptionTaken(ground);
      }
    }
    return [
      `${times} rounds of ${STEPS.map(({ words }) => words).join(', ')}; each time members went on submitting`,
      'the clock of the server’s process is set, PostgreSQL’s is not',
    ];
  },
};
