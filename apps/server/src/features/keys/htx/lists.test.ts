import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openKeyWorld, type KeyRequest, type KeyWorld, type MadeKey } from '../../../testing/key-world.ts';

// Lists of HTX's calls, page by page and by time.

let opened: KeyWorld;
let made: MadeKey;
let beganMs = 0;
beforeAll(async () => {
  opened = await openKeyWorld();
  made = await opened.make({ trade: '1' });
  beganMs = opened.world.clock.nowMs();
  // One that rests, is filled behind all others, and is cancelled; six that are filled at once, one a day.
  const resting = await order({ type: 'buy-limit', amount: '5', price: '100.5' });
  for (let day = 0; day < 6; day += 1) {
    opened.world.clock.advance(DAY_MS);
    await opened.quote();
    await order({ type: 'sell-market', amount: `0.00${day + 1}` });
  }
  opened.world.clock.advance(DAY_MS);
  opened.world.market.setTick('btcusdt', '100');
  opened.world.market.setBook('btcusdt', { bids: [['99', '1000']], asks: [['100', '2']] });
  await opened.world.service.sweeper.settled();
  opened.world.clock.advance(DAY_MS);
  await opened.quote();
  await opened.send(
    opened.request(made, { method: 'POST', path: `/v1/order/orders/${resting}/submitcancel`, body: {} }),
  );
  opened.world.clock.advance(1_000);
  await order({ type: 'buy-limit', amount: '1', price: '90' });
});
afterAll(() => opened.close());

const DAY_MS = 86_400_000;
async function order(fields: Readonly<Record<string, string>>): Promise<string> {
  const { status, data } = await opened.send(opened.order(made, fields));
  expect(status).toBe('ok');
  return String(data);
}

async function list(path: string, fields: KeyRequest['fields'] = {}) {
  opened.world.clock.advance(1_000);
  const answer = await opened.send(opened.request(made, { path, fields }));
  expect(answer).toMatchObject({ data: expect.any(Array) as unknown[] });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lists of HTX's are of objects
  return answer as unknown as { readonly data: Readonly<Record<string, unknown>>[]; readonly nextId?: number };
}

describe('fills', () => {
  const MATCHES = '/v1/order/matchresults';
  const ids = async (fields: KeyRequest['fields'] = {}) =>
    (await list(MATCHES, fields)).data.map(({ id }) => Number(id));

  test('are listed newest first, also where their order is old', async () => {
    const { data } = await list(MATCHES);
    const times = data.map((each) => Number(each['created-at']));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(data.map((each) => each['filled-amount'])).toEqual(
      ['2', '0.006', '0.005', '0.004', '0.003', '0.002', '0.001'].map(
        (size) => expect.stringMatching(new RegExp(`^${size}0*$|^${size}\\.0*$`)) as string,
      ),
    );
  });

  test('come in pages from a fill on, towards older ones and towards newer ones', async () => {
    const all = await ids();
    const paged = [...(await ids({ size: '3' }))];
    while (paged.length < all.length) paged.push(...(await ids({ size: '3', from: String(paged.at(-1)) })).slice(1));
    expect(paged).toEqual(all);
    expect(await ids({ size: '3', from: String(all[4]), direct: 'prev' })).toEqual(all.slice(2, 5));
    expect(await ids({ size: '100', from: String(all[1]), direct: 'prev' })).toEqual(all.slice(0, 2));
  });

  test('are those of a time', async () => {
    const all = await ids();
    const within = { 'start-time': String(beganMs + 2 * DAY_MS - 1), 'end-time': String(beganMs + 4 * DAY_MS + 1) };
    expect(await ids(within)).toEqual(all.slice(3, 6));
    expect(await ids({ ...within, from: String(all[4]) })).toEqual(all.slice(4, 6));
    expect(await ids({ 'end-time': String(beganMs) })).toEqual([]);
  });

  test('do not begin at a fill that is not the member’s', async () => {
    for (const from of ['7', '99999900001']) {
      opened.world.clock.advance(1_000);
      const answer = await opened.send(opened.request(made, { path: MATCHES, fields: { from } }));
      expect(answer).toMatchObject({ 'err-code': 'bad-request' });
    }
  });
});

describe('the history of orders', () => {
  const HISTORY = '/v1/order/history';
  const states = async (fields: KeyRequest['fields'] = {}) =>
    (await list(HISTORY, fields)).data.map(({ state }) => String(state));

  test('has orders that are over, and no others', async () => {
    expect(new Set(await states())).toEqual(new Set(['filled', 'partial-canceled']));
  });

  test('has those of the states that are asked for', async () => {
    expect(await states({ states: 'partial-canceled,submitted' })).toEqual(['partial-canceled']);
    expect(await states({ states: 'submitted' })).toEqual([]);
    opened.world.clock.advance(1_000);
    const answer = await opened.send(opened.request(made, { path: HISTORY, fields: { states: 'lost' } }));
    expect(answer).toMatchObject({ 'err-code': 'validation-format-error' });
  });
});

describe('changes of the account', () => {
  const LEDGER = '/v2/account/ledger';
  const idsOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ transactId }) => Number(transactId));

  test('come in pages, each with the first of the next', async () => {
    const all = await list(LEDGER, { limit: '500' });
    expect(all.nextId).toBeUndefined();
    const whole = idsOf(all);
    expect(whole.length).toBeGreaterThan(12);
    const paged: number[] = [];
    let next: number | undefined;
    do {
      const page = await list(LEDGER, { limit: '5', ...(next === undefined ? {} : { fromId: String(next) }) });
      paged.push(...idsOf(page));
      next = page.nextId;
      expect(page.data).toHaveLength(Math.min(5, whole.length - paged.length + page.data.length));
    } while (next !== undefined);
    expect(paged).toEqual(whole);
  });

  test('of a time are all of it, however many came later', async () => {
    const all = await list(LEDGER, { limit: '500' });
    const [startTime, endTime] = [beganMs + DAY_MS, beganMs + 3 * DAY_MS];
    const within = all.data.filter(
      ({ transactTime }) => Number(transactTime) >= startTime && Number(transactTime) <= endTime,
    );
    expect(within.length).toBeGreaterThan(4);
    const fields = { startTime: String(startTime), endTime: String(endTime) };
    expect((await list(LEDGER, fields)).data).toEqual(within);
    const page = await list(LEDGER, { ...fields, limit: '3' });
    expect(page.data).toEqual(within.slice(0, 3));
    expect(page.nextId).toBe(within[3]?.['transactId']);
    expect((await list(LEDGER, { ...fields, currency: 'btc' })).data).toEqual(
      within.filter(({ currency }) => currency === 'btc'),
    );
  });
});

test.each(['constructor', '__proto__', 'toString'])(
  'the side %s is refused as any other that is none',
  async (side) => {
    opened.world.clock.advance(1_000);
    const listed = await opened.send(opened.request(made, { fields: { side } }));
    expect(listed).toMatchObject({ 'err-code': 'bad-request' });
    const path = '/v1/order/orders/batchCancelOpenOrders';
    const cancelled = await opened.send(opened.request(made, { method: 'POST', path, body: { side } }));
    expect(cancelled).toMatchObject({ 'err-code': 'bad-request' });
  },
);
