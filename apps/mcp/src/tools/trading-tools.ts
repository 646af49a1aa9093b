import { z } from 'zod';
import { isObject } from '../exact-json.ts';
import { marketOf, refused, symbol } from './markets.ts';
import { tool, type Tool, type Tools } from './tool.ts';
import type { Planned } from '../plans.ts';

const decimal = (what: string) => z.string().max(40).describe(`${what}, as exact decimal text: "0.25"`);

/** Plans a call, and keeps what the plan is of while it can be placed. */
async function plan(planCall: string, planned: Planned, { exchange, plans }: Tools): Promise<unknown> {
  const answer = await exchange.send(planCall, planned.fields);
  const id = isObject(answer) ? answer['plan'] : undefined;
  if (typeof id === 'string') plans.keep(id, planned);
  return answer;
}

const KINDS = { limit: '1', ioc: '2', fok: '3', maker: '4', market: undefined } as const;
const PLANS =
  'Places nothing. Without refusals the answer has a plan to be placed once until it expires; show it to the person first.';

/** Plans of orders, and what places plans. */
export const tradingTools: readonly Tool[] = [
  tool({
    name: 'plan_order',
    title: 'Plan an order',
    description: `What a spot order would come to now: size, price, total, fee, what is held, and every refusal. ${PLANS} A limit order takes num and price, a market buy amount (what it spends), a market sell num.`,
    right: 'trade',
    input: z.strictObject({
      symbol,
      side: z.enum(['buy', 'sell']),
      kind: z
        .enum(['limit', 'market', 'ioc', 'fok', 'maker'])
        .describe(
          'limit rests, ioc cancels what is not filled at once, fok is filled whole or not at all, maker only rests',
        ),
      num: decimal('Quantity in the base coin').optional(),
      price: decimal('Limit in the quote coin').optional(),
      amount: decimal('What a market buy spends, in the quote coin').optional(),
    }),
    async run({ symbol: given, side, kind, ...sizes }, tools) {
      const market = await marketOf(tools.exchange, given);
      const kindCode = KINDS[kind];
      const fields: Record<string, string> = {
        m_id: String(market.id),
        type: side === 'buy' ? '1' : '2',
        operate_type: kindCode === undefined ? '2' : '1',
        ...(kindCode === undefined ? {} : { kind: kindCode }),
        ...Object.fromEntries(Object.entries(sizes).filter(([, value]) => value !== undefined)),
      };
      return plan('planOrder', { call: 'upbbbuy', fields }, tools);
    },
  }),
  tool({
    name: 'plan_cancel',
    title: 'Plan a cancellation',
    description: `What cancelling an open spot order would release, and every refusal. ${PLANS}`,
    right: 'trade',
    input: z.strictObject({ id: z.string().max(20).describe('Number of the order') }),
    run: async (given, tools) => plan('planCancel', { call: 'tradecancelOrder', fields: { bb_id: given.id } }, tools),
  }),
  tool({
    name: 'plan_option',
    title: 'Plan an option',
    description: `What an option costs and wins by the terms of now, and every refusal. The stake is lost unless it wins, ties or is void. ${PLANS} seconds is a duration of option_terms.`,
    right: 'trade',
    input: z.strictObject({
      symbol,
      direction: z.enum(['up', 'down']),
      seconds: z.int().positive(),
      stake: decimal('Stake in USDT'),
    }),
    async run({ symbol: given, direction, seconds, stake }, tools) {
      const market = await marketOf(tools.exchange, given);
      const fields = {
        m_id: String(market.id),
        ctime: String(seconds),
        ctzed: stake,
        buytype: direction === 'up' ? '1' : '2',
      };
      return plan('planOption', { call: 'creatorder', fields }, tools);
    },
  }),
];

const ACCOUNTS = { funds: '1', options: '2', quant: '3' } as const;
const account = z.enum(['funds', 'options', 'quant']);

/** Plans of transfers between the member's own accounts. */
export const transferTools: readonly Tool[] = [
  tool({
    name: 'plan_transfer',
    title: 'Plan a transfer between own accounts',
    description: `What there is to move between two accounts of this member, and every refusal. ${PLANS}`,
    right: 'transfer',
    input: z.strictObject({ coin: z.string().max(16), amount: decimal('Amount'), from: account, to: account }),
    async run({ coin, amount, from, to }, tools) {
      const { coinList } = await tools.exchange.call('getUserBalanceList', {});
      const wanted = coin.trim().toUpperCase();
      const found = coinList.flatMap(({ balanceInfo }) => balanceInfo).find(({ coinName }) => coinName === wanted);
      if (!found) throw refused('not_found', 'There is no such coin');
      const fields = { c_id: String(found.coinId), num: amount, from_type: ACCOUNTS[from], to_type: ACCOUNTS[to] };
      return plan('planTransfer', { call: 'transfer', fields }, tools);
    },
  }),
];

/** Places plans; of keys that may move anything. */
export const placeTool: Tool = tool({
  name: 'place',
  title: 'Place a plan',
  description:
    'Places what was planned, exactly and once, by the plan’s id alone; asked again it answers the same and moves nothing more. Only when the person agreed to this very plan.',
  right: 'trade',
  moves: true,
  input: z.strictObject({ plan: z.string().max(64).describe('The plan of an earlier answer') }),
  async run(given, { exchange, plans }) {
    const placed = plans.place(given.plan, ({ call, fields }) =>
      exchange.send(call, { ...fields, plan: given.plan }, { idempotencyKey: given.plan }),
    );
    if (!placed) throw refused('bad_plan', 'This plan no longer holds. Make a new one');
    return placed;
  },
});
