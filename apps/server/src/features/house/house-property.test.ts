import fc from 'fast-check';
import { amount, format, formatShort, minus, plus, sum, type Amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHouseWorld, type HouseWorld } from '../../testing/house-world.ts';
import { COIN } from '../../testing/wallet-world.ts';

/** Random days tried; `HOUSE_DAYS` for more. */
const DAYS = Number(process.env['HOUSE_DAYS'] ?? 8);
const OPERATORS = 3;
const MEMBERS = 3;

const cents = (value: number): Amount => (BigInt(value) * 1_000_000n) as Amount;
const signed = fc.integer({ min: -20_000, max: 20_000 }).filter((value) => value !== 0);
const text = (value: number): string => `${value < 0 ? '-' : ''}${formatShort(cents(Math.abs(value)))}`;
const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('correct' as const),
      who: fc.nat(MEMBERS - 1),
      by: fc.nat(OPERATORS - 1),
      value: signed,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('fund' as const), by: fc.nat(OPERATORS - 1), value: signed }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('decide' as const),
      nth: fc.nat(8),
      by: fc.nat(OPERATORS - 1),
      verdict: fc.constantFrom('approve', 'approve', 'reject'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('stake' as const),
      who: fc.nat(MEMBERS - 1),
      way: fc.constantFrom('1', '2'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('order' as const),
      who: fc.nat(MEMBERS - 1),
      side: fc.constantFrom('1', '2'),
      price: fc.integer({ min: 95, max: 105 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      who: fc.nat(MEMBERS - 1),
      value: fc.integer({ min: 1, max: 20_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('price' as const), price: fc.integer({ min: 96, max: 104 }) }),
  },
);
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

let house: HouseWorld;
let owners: { readonly id: string; readonly token: string }[];
beforeAll(async () => {
  house = await openHouseWorld();
  owners = await Promise.all(Array.from({ length: OPERATORS }, () => house.http.operator('owner')));
  await house.fund('rewards', 'USDT', '300');
});
afterAll(() => house.close());

const ask = (method: 'GET' | 'POST', path: string, by: number, fields: object = {}) =>
  house.http.ask(method, path, { token: owners[by]?.token ?? '', fields: { ...fields } });

interface Proposed {
  readonly path: string;
  readonly id: number;
  readonly by: number;
  readonly who: number | null;
  readonly value: number;
}

interface Decision {
  readonly target: Proposed;
  readonly by: number;
  readonly verdict: string;
  readonly status: number;
  readonly became: unknown;
}

async function price(at: number): Promise<void> {
  house.world.clock.advance(2_000);
  house.world.market.setTick('btcusdt', String(at));
  house.world.market.setMark('btcusdt', String(at));
  await house.world.market.keep();
  house.world.market.setBook('btcusdt', { bids: [[String(at - 1), '3']], asks: [[String(at + 1), '3']] });
}

async function day(events: readonly Event[]): Promise<void> {
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, () => house.member({ 'USDT 1': '100', 'USDT 2': '100', 'BTC 1': '2' })),
  );
  const proposals: Proposed[] = [];
  const decisions: Decision[] = [];
  const under: Promise<unknown>[] = [];
  const propose = (path: string, by: number, fields: object, more: { who: number | null; value: number }) =>
    ask('POST', path, by, { c_id: COIN.USDT, remark: 'of a random day', ...fields }).then(({ status, body }) => {
      expect(status).toBe(202);
      proposals.push({ path, id: body['id'] as number, by, ...more });
    });
  await price(100);
  for (const each of events) {
    const member = 'who' in each ? members[each.who] : undefined;
    const call = (name: string, fields: Readonly<Record<string, unknown>>) =>
      under.push(house.http.call(name, fields, { token: member?.token ?? '' }));
    switch (each.does) {
      case 'correct':
        await propose(
          '/corrections',
          each.by,
          { member_id: member?.id, type: 1, amount: text(each.value) },
          { who: each.who, value: each.value },
        );
        break;
      case 'fund':
        await propose(
          '/house-postings',
          each.by,
          { account: 'rewards', amount: text(each.value) },
          { who: null, value: each.value },
        );
        break;
      case 'decide': {
        const target = proposals[each.nth];
        if (!target) break;
        under.push(
          ask('POST', `${target.path}/${target.id}/${each.verdict}`, each.by).then(({ status, body }) => {
            decisions.push({ target, by: each.by, verdict: each.verdict, status, became: body['status'] });
          }),
        );
        break;
      }
      case 'stake':
        call('creatorder', { m_id: '1', ctime: '30', ctzed: '10', buytype: each.way });
        break;
      case 'order':
        call('upbbbuy', { m_id: '1', type: each.side, operate_type: '1', price: String(each.price), num: '0.5' });
        break;
      case 'move':
        call('transfer', { c_id: COIN.USDT, num: formatShort(cents(each.value)), from_type: 1, to_type: 2 });
        break;
      case 'price':
        await price(each.price);
        break;
    }
  }
  await Promise.all(under);
  await house.world.service.sweeper.settled();
  // What is placed late has its line at no mark, and is void.
  house.world.clock.advance(100_000);
  await house.settle();

  await house.audit();
  const { body } = await ask('GET', '/reports/balances', 0);
  for (const { difference } of body['list'] as { difference: string }[]) expect(difference).toBe('0.00000000');
  expect(new Set(proposals.map(({ id }) => id)).size).toBe(proposals.length);
  const held = decisions.filter(({ status }) => status === 200);
  expect(decisions.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(new Set(held.map(({ target }) => target.id)).size).toBe(held.length);
  expect(held.filter(({ verdict, became }) => became !== (verdict === 'approve' ? 2 : 3))).toEqual([]);
  const approved = held.filter(({ verdict }) => verdict === 'approve');
  expect(approved.filter(({ target, by }) => target.by === by)).toEqual([]);
  // What a member's bills say of corrections is what was approved, to the last place.
  for (const [who, member] of members.entries()) {
    const { body: bills } = await ask('GET', `/members/${member.id}/bills`, 0, { limit: 50 });
    const of = (bills['list'] as { kind: string; st: 1 | 2; num: string }[]).filter(
      ({ kind }) => kind === 'correction',
    );
    const came = of.reduce<Amount>(
      (all, { st, num }) => (st === 1 ? plus(all, amount(num)) : minus(all, amount(num))),
      amount('0'),
    );
    const said = approved
      .filter(({ target }) => target.who === who)
      .map(({ target }) => (BigInt(target.value) * 1_000_000n) as Amount);
    expect(format(came)).toBe(format(sum(said)));
  }
}

test('after a random day of trading, corrections and house postings by several operators at once, the audit is clean, the report is zero, and bills say what was approved', async () => {
  await fc.assert(fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 35 }), day), { numRuns: DAYS });
}, 300_000);
