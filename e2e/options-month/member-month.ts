import { setTimeout as delay } from 'node:timers/promises';
import type { OptionOrder } from '@plimsoll/contract';
import { ask, obtain } from '../../apps/server/src/testing/api-client.ts';
import { seedOf, uniform } from '../../apps/server/src/testing/dice.ts';
import type { RestartableServer } from '../support/restartable-server.ts';
import { untilAnswered } from '../support/until-answered.ts';

/** The shortest durations, so that many are settled. */
const DURATIONS = ['30', '60'] as const;
const STAKE = { from: 10, to: 60 } as const;
const PAUSE_MS = 900;
const PAGE = 50;

export interface Staker {
  readonly token: string;
  readonly ids: number[];
  readonly refused: Map<string, number>;
  askedAgain: number;
}

interface Month {
  readonly restartable: RestartableServer;
  readonly marketId: string;
  readonly seed: string;
  readonly isOver: () => boolean;
}

/** Stakes up or down in sequence, amount and duration drawn from the seed, until it is over. */
export async function liveMemberMonth(
  number: number,
  staker: Staker,
  { restartable, marketId, seed, isOver }: Month,
): Promise<void> {
  const drawing = seedOf(`${seed}/staker ${number}`);
  for (let turn = 1; !isOver(); turn += 1) {
    const draw = (salt: number) => uniform(drawing, salt, turn);
    await delay(draw(1) * 2 * PAUSE_MS);
    const fields = {
      m_id: marketId,
      ctime: DURATIONS[Math.floor(draw(2) * DURATIONS.length)] ?? DURATIONS[0],
      ctzed: (STAKE.from + draw(3) * (STAKE.to - STAKE.from)).toFixed(8),
      buytype: draw(4) < 0.5 ? '1' : '2',
    };
    const answer = await untilAnswered(restartable, {
      name: 'creatorder',
      fields,
      token: staker.token,
      key: `month.${number}.${turn}`,
      onAskedAgain: () => {
        staker.askedAgain += 1;
      },
    });
    if (answer.code === 1 && answer.data) staker.ids.push(answer.data.order_id);
    else staker.refused.set(answer.reason ?? 'unknown', (staker.refused.get(answer.reason ?? 'unknown') ?? 0) + 1);
  }
}

export async function fund(url: string, token: string): Promise<void> {
  const { coinList } = await obtain(url, 'getUserBalanceList', {}, { token });
  const usdt = coinList.flatMap(({ balanceInfo }) => balanceInfo).find(({ coinName }) => coinName === 'USDT');
  if (!usdt) throw new Error('there is no USDT');
  await obtain(url, 'transfer', { c_id: String(usdt.coinId), num: '10000', from_type: '1', to_type: '2' }, { token });
}

export async function settledOrders(restartable: RestartableServer, token: string): Promise<OptionOrder[]> {
  for (;;) {
    const url = await restartable.url();
    const open = await ask(url, 'getHyOrderList', { status: '1', limit: '1' }, { token });
    if (open.code === 1 && open.data?.list.length === 0) break;
    await delay(PAUSE_MS);
  }
  const orders: OptionOrder[] = [];
  for (let page = 1; ; page += 1) {
    const { list } = await obtain(
      await restartable.url(),
      'getHyOrderList',
      { status: '2', page: String(page), limit: String(PAGE) },
      { token },
    );
    orders.push(...list);
    if (list.length < PAGE) return orders;
  }
}
