import { ask } from '../../../apps/server/src/testing/api-client.ts';
import type { Ground } from './ground.ts';
import { until } from './until.ts';

/** Every answer is due by then, whatever the database does; four times what the server allows itself. */
const ANSWER_WITHIN_MS = 8_000;

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
}

async function timed(url: string): Promise<Answered> {
  const sentMs = performance.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  return { status: response.status, text: await response.text(), tookMs: performance.now() - sentMs };
}

/** Waits until the server says that its database is silent. */
export async function untilSilent(ground: Ground): Promise<void> {
  await until('the server says that its database is silent', async () => {
    const { silent, again } = await ground.target.silences();
    return silent > again;
  });
}

/** Waits until the server says that its database answers again. */
export async function untilAnswering(ground: Ground): Promise<void> {
  await until('the server says that its database answers again', async () => {
    const { silent, again } = await ground.target.silences();
    return silent === again;
  });
}

/**
 * What the server says while its database is silent, for `lengthMs`: that it is not ready, its figures, and to an order
 * that it cannot be done now. Each soon. @returns the slowest answer, in ms.
 */
export async function askInSilence(ground: Ground, lengthMs: number): Promise<number> {
  const url = await ground.target.url();
  const token = ground.records[0]?.token ?? '';
  const order = { m_id: ground.catalogue.btcusdt, type: '1', operate_type: '2', amount: '20' };
  const endMs = performance.now() + lengthMs;
  let slowestMs = 0;
  for (let number = 0; number === 0 || performance.now() < endMs; number += 1) {
    const sentMs = performance.now();
    const [ready, alive, figures, placed] = await Promise.all([
      timed(`${url}/readyz`),
      timed(`${url}/healthz`),
      timed(ground.target.metricsUrl),
      ask(url, 'upbbbuy', order, { token, key: `silent.${sentMs}`, withinMs: ANSWER_WITHIN_MS }),
    ]);
    slowestMs = Math.max(slowestMs, ready.tookMs, figures.tookMs, performance.now() - sentMs);
    if (ready.status !== 503 || !ready.text.includes('"why":"database_silent"'))
      ground.doubt(`readyz answered ${ready.status} ${ready.text} while the database was silent`);
    if (alive.status !== 200) ground.doubt(`healthz answered ${alive.status} while the database was silent`);
    const silentS = Number(/^plimsoll_database_silent_seconds (\S+)$/m.exec(figures.text)?.[1]);
    if (figures.status !== 200 || !(silentS > 0))
      ground.doubt(`the figures say ${figures.status}, silent ${silentS} s`);
    if (placed.code !== 503 || placed.reason !== 'not_ready')
      ground.doubt(`an order was answered ${placed.code} ${placed.reason} while the database was silent`);
  }
  return Math.round(slowestMs);
}
