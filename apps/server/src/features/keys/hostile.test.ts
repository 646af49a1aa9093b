import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniform } from '../../testing/dice.ts';
import {
  FROM,
  openKeyWorld,
  queryOf,
  signatureOf,
  type KeyRequest,
  type KeyWorld,
  type MadeKey,
} from '../../testing/key-world.ts';

// Forged, changed, expired, replayed, over-cap and unpermitted requests: none passes, and no order is placed.

let opened: KeyWorld;
beforeAll(async () => {
  opened = await openKeyWorld();
});
afterAll(() => opened.close());

/** Whole numbers, the same in each run. */
function dice(seed: number): { readonly whole: (from: number, to: number) => number } {
  let drawn = 0;
  return {
    whole(from, to) {
      drawn += 1;
      return from + Math.floor(uniform(seed, 1, drawn) * (to - from + 1));
    },
  };
}

/** Hostile requests of a kind: what is wrong, and how a right one is made so. */
type Spoil = (roll: ReturnType<typeof dice>) => { readonly asked: KeyRequest; readonly search?: string };

describe('of 2 400 hostile requests none passes', () => {
  const WRONG_PER_KIND = 300;
  const kinds: readonly (readonly [string, (made: MadeKey) => Spoil])[] = [
    [
      'forged',
      (made) => (roll) => {
        const asked = opened.order(made, { type: 'buy-limit', amount: '1', price: '50' });
        const query = queryOf(asked);
        const right = signatureOf(asked, query);
        const at = roll.whole(0, 42);
        const other = right[at] === 'A' ? 'B' : 'A';
        return {
          asked,
          search: `${query}&Signature=${encodeURIComponent(right.slice(0, at) + other + right.slice(at + 1))}`,
        };
      },
    ],
    [
      'of another secret',
      (made) => (roll) => ({
        asked: {
          ...opened.order(made, { type: 'buy-limit', amount: '1', price: '50' }),
          secret: `guess ${roll.whole(1, 1e9)}`,
        },
      }),
    ],
    [
      'changed after signing',
      (made) => (roll) => {
        const asked = opened.order(made, { type: 'buy-limit', amount: '1', price: '50' });
        const query = queryOf(asked);
        const search = `${query}&Signature=${encodeURIComponent(signatureOf(asked, query))}`;
        return { asked, search: `${search}&x${roll.whole(1, 1e9)}=1` };
      },
    ],
    [
      'expired or ahead',
      (made) => (roll) => {
        const byMs = roll.whole(301, 1e7) * 1000 * (roll.whole(0, 1) === 0 ? 1 : -1);
        return {
          asked: {
            ...opened.order(made, { type: 'buy-limit', amount: '1', price: '50' }),
            atMs: opened.world.clock.nowMs() + byMs,
          },
        };
      },
    ],
    [
      'from another network',
      (made) => (roll) => ({
        asked: {
          ...opened.order(made, { type: 'buy-limit', amount: '1', price: '50' }),
          address: `198.51.${roll.whole(0, 255)}.${roll.whole(1, 254)}`,
        },
      }),
    ],
  ];

  test.each(kinds)('%s', async (_what, spoil) => {
    const made = await opened.make({ trade: '1', networks: '203.0.113.0/24' });
    const roll = dice(7);
    const before = await opened.ordersKept();
    const next = spoil(made);
    for (let count = 0; count < WRONG_PER_KIND; count += 1) {
      // Past the pauses of bad signatures, which would hide what is checked here.
      opened.world.clock.advance(2_000);
      const { asked, search } = next(roll);
      const from = asked.address === FROM ? `203.0.113.${(count % 250) + 1}` : asked.address;
      const answer = await opened.send({ ...asked, address: from }, search === undefined ? {} : { search });
      expect(answer.status).toBe('error');
      expect(answer['err-code']).toBe('api-signature-not-valid');
    }
    expect(await opened.ordersKept()).toBe(before);
  });

  test('without the right to trade', async () => {
    const made = await opened.make();
    const before = await opened.ordersKept();
    const paths = [
      '/v1/order/orders/place',
      '/v1/order/orders/submitCancelClientOrder',
      '/v1/order/orders/batchcancel',
      '/v1/order/orders/batchCancelOpenOrders',
      '/v1/order/orders/100001/submitcancel',
      '/v2/algo-orders/cancel-all-after',
    ];
    for (let count = 0; count < WRONG_PER_KIND; count += 1) {
      opened.world.clock.advance(1_000);
      const asked = {
        ...opened.order(made, { type: 'buy-limit', amount: '1', price: '50' }),
        path: paths[count % paths.length] ?? '',
      };
      expect(await opened.send(asked)).toMatchObject({
        status: 'error',
        'err-msg': expect.stringContaining('no permission'),
      });
    }
    expect(await opened.ordersKept()).toBe(before);
  });

  test('on another market', async () => {
    const made = await opened.make({ trade: '1', markets: opened.world.market.list()[1]?.symbol ?? '' });
    const before = await opened.ordersKept();
    for (let count = 0; count < WRONG_PER_KIND; count += 1) {
      opened.world.clock.advance(1_000);
      const asked = opened.order(made, { type: 'buy-limit', amount: '1', price: '50' });
      expect(await opened.send(asked)).toMatchObject({
        status: 'error',
        'err-msg': expect.stringContaining('no permission'),
      });
    }
    expect(await opened.ordersKept()).toBe(before);
  });

  test('beyond the cap', async () => {
    const made = await opened.make({ trade: '1', day_cap: '100' });
    const before = await opened.ordersKept();
    const roll = dice(11);
    for (let count = 0; count < WRONG_PER_KIND; count += 1) {
      opened.world.clock.advance(1_000);
      const num = String(roll.whole(3, 500));
      expect(await opened.send(opened.order(made, { type: 'buy-limit', amount: num, price: '50' }))).toMatchObject({
        status: 'error',
        'err-code': 'order-holding-limit-failed',
      });
    }
    expect(await opened.ordersKept()).toBe(before);
  });
});

test('of 300 replayed requests none passes', async () => {
  const made = await opened.make({ trade: '1' });
  const asked = Array.from({ length: 300 }, (_, count) =>
    opened.request(made, {
      atMs: opened.world.clock.nowMs() - 150_000 + count * 1000,
      address: `203.0.114.${(count % 250) + 1}`,
    }),
  );
  for (const each of asked) {
    expect(await opened.send(each)).toMatchObject({ status: 'ok' });
    opened.world.clock.advance(20);
  }
  opened.world.clock.advance(5_001);
  for (const each of asked) {
    opened.world.clock.advance(20);
    expect(await opened.send(each)).toMatchObject({ 'err-code': 'api-signature-not-valid' });
  }
});
