import { SPOT_STATUS } from '@plimsoll/contract';
import { NEXT_WITHIN_MS } from '../../apps/server/src/features/options/order.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { optionOrders, spotOrders } from './ground/read-back.ts';
import type { Submit } from './ground/record.ts';
import { until } from './ground/until.ts';

const SILENCES_MS = [6_000, 60_000, 600_000];
const FRESH_MS = 5_000;
const ARRIVAL_MS = 500;

const needsFreshPrice = ({ name, fields }: Submit): boolean =>
  name === 'creatorder' || name === 'exchangeCoin' || (name === 'upbbbuy' && fields['operate_type'] === '2');

/** Submits of all members that were sent and answered between two moments. */
const between = (ground: Ground, fromMs: number, toMs: number): Submit[] =>
  ground.records.flatMap(({ submits }) =>
    submits.filter((submit) => submit.sentMs >= fromMs && submit.answer && submit.answeredMs <= toMs),
  );

export interface Silence {
  readonly staleMs: number;
  readonly endMs: number;
}

/** Lets the exchange say nothing for so long. @returns when prices were old, on the servers' clock. */
export async function keepSilent(ground: Ground, lengthMs: number): Promise<Silence> {
  ground.exchange.silence();
  const staleMs = ground.exchange.lastSentMs + FRESH_MS + ARRIVAL_MS;
  const endMs = ground.exchange.lastSentMs + lengthMs;
  await until('the silence is over', () => Date.now() >= endMs, lengthMs * 2);
  // Within the silence: on a busy machine a short one may pass without a refusal.
  await until('something was refused as stale', () =>
    between(ground, staleMs, Date.now()).some(({ answer }) => answer?.reason === 'stale_market'),
  );
  const silence = { staleMs, endMs: Date.now() };
  ground.exchange.speak();
  return silence;
}

/** Doubts what was done at a price of before a silence. @returns a line about it. */
export async function judgeSilences(ground: Ground, silences: readonly Silence[]): Promise<string[]> {
  const inSilence = (atMs: number): boolean => silences.some(({ staleMs, endMs }) => atMs >= staleMs && atMs <= endMs);
  const stale = silences.flatMap(({ staleMs, endMs }) =>
    between(ground, staleMs, endMs).filter((submit) => needsFreshPrice(submit) && submit.answer?.code === 1),
  );
  for (const { name, key } of stale) ground.doubt(`${name} ${key} was accepted on a stale price`);
  const url = await ground.url();
  let voids = 0;
  for (const { token } of ground.records) {
    for (const { id, status, tradetime } of await spotOrders(url, token)) {
      if (status === SPOT_STATUS.completed && tradetime !== null && inSilence(Date.parse(tradetime)))
        ground.doubt(`order ${id} was filled on an old price`);
    }
    for (const {
      order_id: id,
      outcome,
      exit_tick: exit,
      selltime,
      linetime,
      buytime,
      line_delay: delay,
    } of await optionOrders(url, token)) {
      if (outcome === 'void') voids += 1;
      if (selltime === null || linetime === null) continue;
      if (inSilence(Date.parse(linetime))) ground.doubt(`option ${id} has a line of ${linetime}, in the silence`);
      if (Date.parse(linetime) < Date.parse(buytime) + (delay ?? 0))
        ground.doubt(`option ${id} has a line before its delay was over`);
      if (outcome === 'void' || outcome === null) continue;
      // The last mark before its end if it is fresh, else the next within a minute.
      const ageMs = exit ? Date.parse(selltime) - Date.parse(exit.time) : Number.POSITIVE_INFINITY;
      if (ageMs > FRESH_MS || ageMs < -NEXT_WITHIN_MS)
        ground.doubt(`option ${id} was settled by a price of ${ageMs} ms before its end`);
    }
  }
  return [`options that found no mark in time and gave the stake back: ${voids}`];
}

export const feedSilent: Fault = {
  name: 'feed-silent',
  does: 'lets the exchange say nothing for 6 s, then 60 s, then 10 min, and speak again (real time, nothing scaled)',
  times: { full: SILENCES_MS.length, short: 1 },
  needs: {},
  async strike(ground, { times }) {
    const silences: Silence[] = [];
    const did: string[] = [];
    for (const lengthMs of SILENCES_MS.slice(0, times)) {
      const silence = await keepSilent(ground, lengthMs);
      silences.push(silence);
      const spokeMs = Date.now();
      await until('trading goes on', () =>
        between(ground, spokeMs, Date.now()).some((submit) => needsFreshPrice(submit) && submit.answer?.code === 1),
      );
      const stale = between(ground, silence.staleMs, silence.endMs).filter(
        ({ answer }) => answer?.reason === 'stale_market',
      ).length;
      did.push(
        `${lengthMs / 1000} s of silence: ${stale} submits refused as stale; trading went on ${Date.now() - spokeMs} ms after the first word`,
      );
    }
    await ground.stopTrading();
    return [...did, ...(await judgeSilences(ground, silences))];
  },
};
