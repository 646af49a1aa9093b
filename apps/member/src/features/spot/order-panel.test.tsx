import type { SpotOrder } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  alarm,
  button,
  confirmLook,
  draw,
  FakeServer,
  field,
  refusal,
  tap,
  type,
  wrongWith,
} from '../../testing/form.tsx';
import { post } from '../../platform/client.ts';
import { queryClient } from '../../platform/query.ts';
import { setSkipsSmall } from '../../platform/small-trades.ts';
import { OrderPanel } from './order-panel.tsx';
import { BTC_USDT } from '../../testing/market.ts';

const MARKET = BTC_USDT;
const AVAILABLE = { usdt_balance: '500', coin_balance: '2', lean_buy: '0', lean_sell: '0' };
const replies = {
  getHuoBiTradeFromRedis: () => ({ sell: [{ price: '100', amount: '5' }], buy: [{ price: '99', amount: '5' }] }),
  getMarketBalance: () => AVAILABLE,
};
const PLACED = { id: 11, status: 1 };

const panel = (market = MARKET, listedAtMs = Date.now(), listFailed = false) => (
  <OrderPanel market={market} markets={[market]} listedAtMs={listedAtMs} listFailed={listFailed} onMarkets={() => {}} />
);

async function drawPanel(more: ConstructorParameters<typeof FakeServer>[0] = {}): Promise<FakeServer> {
  const server = new FakeServer({ ...replies, ...more });
  draw(panel());
  await waitFor(() => expect(button('Buy BTC').disabled).toBe(false));
  await waitFor(() => expect(server.sent('getMarketBalance')).toHaveLength(1));
  return server;
}

test('the button waits for prices, and says so', () => {
  draw(panel());
  expect(button('Loading prices').disabled).toBe(true);
});

test('a book of an earlier visit is no price of this one', async () => {
  const server = new FakeServer({ getMarketBalance: () => AVAILABLE });
  queryClient.setQueryData(['getHuoBiTradeFromRedis', MARKET.symbol], replies.getHuoBiTradeFromRedis(), {
    updatedAt: Date.now() - 60_000,
  });
  draw(panel());
  await waitFor(() => expect(server.sent('getHuoBiTradeFromRedis')).toHaveLength(1));
  await screen.findByText(/^Price is [6-9]\d s old/);
  expect(screen.queryByRole('button', { name: 'Buy BTC' })).toBeNull();
});

test('a price of an earlier visit is waited for, and replaced unless the member wrote another', async () => {
  const server = new FakeServer(replies);
  const redraw = draw(panel(MARKET, Date.now() - 60_000));
  await waitFor(() => expect(server.sent('getHuoBiTradeFromRedis')).toHaveLength(1));
  await screen.findByText('99.00');
  expect(button('Loading prices').disabled).toBe(true);
  type('Amount, BTC', '2');
  redraw(panel({ ...MARKET, close: '110.00000000' }));
  await waitFor(() => expect(button('Buy BTC').disabled).toBe(false));
  expect(field('Price, USDT').value).toBe('110.00');
  expect(field('Total, USDT').value).toBe('220');
  redraw(panel({ ...MARKET, close: '120.00000000' }));
  expect(field('Price, USDT').value).toBe('110.00');
});

test('a price of an earlier visit is waited for also where the list fails before the market’s day is there', async () => {
  const DAY = { close: 110, open: 100, high: 120, low: 90, amount: 5, vol: 500 };
  const server = new FakeServer(replies);
  const day = Promise.withResolvers<void>();
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.includes('market/detail')) return answer(path, init);
    await day.promise;
    return Response.json({ status: 'ok', tick: DAY });
  });
  const old = Date.now() - 60_000;
  const redraw = draw(panel(MARKET, old));
  await waitFor(() => expect(server.sent('getHuoBiTradeFromRedis')).toHaveLength(1));
  redraw(panel(MARKET, old, true));
  await screen.findByText('99.00');
  expect(button('Loading prices').disabled).toBe(true);
  day.resolve();
  await waitFor(() => expect(button('Buy BTC').disabled).toBe(false));
  expect(field('Price, USDT').value).toBe('110.00');
});

test('a price that was read on this visit stays one of it when the clock of the device is set back', async () => {
  const server = new FakeServer(replies);
  const redraw = draw(panel(MARKET, Date.now() - 60_000));
  await waitFor(() => expect(server.sent('getHuoBiTradeFromRedis')).toHaveLength(1));
  await screen.findByText('99.00');
  expect(button('Loading prices').disabled).toBe(true);
  const backMs = Date.now() - 3_600_000;
  vi.spyOn(Date, 'now').mockImplementation(() => backMs);
  redraw(panel({ ...MARKET, close: '110.00000000' }, backMs));
  await waitFor(() => expect(button('Buy BTC').disabled).toBe(false));
  expect(field('Price, USDT').value).toBe('110.00');
  vi.restoreAllMocks();
});

test('once the limit is not far from the book any more, the last look stays as it was shown last', async () => {
  let best = '100';
  const server = await drawPanel({ getHuoBiTradeFromRedis: () => ({ sell: [{ price: best, amount: '5' }], buy: [] }) });
  type('Price, USDT', '150');
  type('Amount, BTC', '1');
  tap('Buy BTC');
  await screen.findByRole('button', { name: 'Use 100 instead' });
  best = '120';
  await screen.findByRole('button', { name: 'Use 120 instead' });
  best = '149';
  const read = server.sent('getHuoBiTradeFromRedis').length;
  await waitFor(() => expect(server.sent('getHuoBiTradeFromRedis').length).toBeGreaterThan(read + 1));
  fireEvent.click(await screen.findByRole('button', { name: 'Use 120 instead' }));
  await waitFor(() => expect(field('Price, USDT').value).toBe('120.00'));
});

test('the last look at a price far from the book goes on with the book', async () => {
  let best = '100';
  await drawPanel({ getHuoBiTradeFromRedis: () => ({ sell: [{ price: best, amount: '5' }], buy: [] }) });
  type('Price, USDT', '150');
  type('Amount, BTC', '1');
  tap('Buy BTC');
  await screen.findByRole('button', { name: 'Use 100 instead' });
  best = '120';
  fireEvent.click(await screen.findByRole('button', { name: 'Use 120 instead' }));
  await waitFor(() => expect(field('Price, USDT').value).toBe('120.00'));
});

test('an order that becomes unusual while it is looked at shows it, and is slid from then on', async () => {
  setSkipsSmall(false);
  let best = '100';
  const server = await drawPanel({
    getHuoBiTradeFromRedis: () => ({ sell: [{ price: best, amount: '5' }], buy: [] }),
    upbbbuy: () => PLACED,
  });
  type('Price, USDT', '104');
  type('Amount, BTC', '0.5');
  tap('Buy BTC');
  await screen.findByText('Check and confirm');
  expect(screen.queryByRole('slider')).toBeNull();
  best = '95';
  await screen.findByRole('button', { name: 'Use 95 instead' });
  const slide = screen.getByRole('slider');
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Buy BTC' })).toBeNull();
  best = '103';
  const read = server.sent('getHuoBiTradeFromRedis').length;
  await waitFor(() => expect(server.sent('getHuoBiTradeFromRedis').length).toBeGreaterThan(read + 1));
  expect(screen.getByRole('button', { name: 'Use 95 instead' })).toBeTruthy();
  fireEvent.change(slide, { target: { value: '100' } });
  await waitFor(() => expect(server.sent('upbbbuy').map(({ fields }) => fields['price'])).toEqual(['104']));
  setSkipsSmall(true);
});

test('a market sell that becomes large while it is looked at is slid', async () => {
  setSkipsSmall(false);
  const server = new FakeServer({ ...replies, getMarketBalance: () => ({ ...AVAILABLE, coin_balance: '1000' }) });
  const redraw = draw(panel());
  await waitFor(() => expect(button('Buy BTC').disabled).toBe(false));
  await waitFor(() => expect(server.sent('getMarketBalance')).toHaveLength(1));
  tap('Sell');
  tap('Market');
  type('Amount, BTC', '4');
  tap('Sell BTC');
  await screen.findByText('Check and confirm');
  expect(screen.queryByRole('slider')).toBeNull();
  redraw(panel({ ...MARKET, close: '2500.00000000' }));
  await screen.findByRole('slider');
  redraw(panel());
  expect(screen.getByRole('slider')).toBeTruthy();
  setSkipsSmall(true);
});

test('a missing quantity is an error beside its field, and nothing is sent', async () => {
  const server = await drawPanel();
  tap('Buy BTC');
  expect(wrongWith('Amount, BTC')).toBe('Enter order amount');
  expect(alarm()).toContain('Enter order amount');
  expect(server.sent('upbbbuy')).toEqual([]);
});

test('a limit order is sent once, with a key, and then the form is empty', async () => {
  const server = await drawPanel({ upbbbuy: () => PLACED });
  const release = server.hold();
  type('Amount, BTC', '0.5');
  expect(field('Total, USDT').value).toBe('50');
  tap('Buy BTC');
  await waitFor(() => expect(button(/Sending/).getAttribute('aria-busy')).toBe('true'));
  tap(/Sending/);
  release();
  await waitFor(() => expect(field('Amount, BTC').value).toBe(''));
  expect(server.sent('upbbbuy')).toHaveLength(1);
  expect(server.sent('upbbbuy')[0]?.fields).toMatchObject({ m_id: '1', num: '0.5' });
  expect(server.sent('upbbbuy')[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

test('a refusal for lack of balance is shown beside the entry', async () => {
  await drawPanel({
    upbbbuy: () => {
      throw refusal('insufficient_balance', 'Your balance is not enough.');
    },
  });
  type('Amount, BTC', '0.5');
  tap('Buy BTC');
  await waitFor(() => expect(wrongWith('Amount, BTC')).toBe('Available balance insufficient'));
  expect(alarm()).toContain('Your balance is not enough.');
  expect(screen.getByRole('form', { name: 'Place an order' })).toBeTruthy();
});

test('with the setting off a small order is looked at first, and sent as it was shown', async () => {
  setSkipsSmall(false);
  const server = await drawPanel({ upbbbuy: () => PLACED });
  type('Amount, BTC', '0.5');
  tap('Buy BTC');
  expect(server.sent('upbbbuy')).toEqual([]);
  await confirmLook('Buy BTC');
  await waitFor(() => expect(field('Amount, BTC').value).toBe(''));
  expect(server.sent('upbbbuy').map(({ fields }) => fields['num'])).toEqual(['0.5']);
  setSkipsSmall(true);
});

test('all that a member has, from a thousand USDT on, is looked at and slid, and the way back sends nothing', async () => {
  const server = await drawPanel({
    getMarketBalance: () => ({ ...AVAILABLE, usdt_balance: '5000' }),
    getHuoBiTradeFromRedis: () => ({ sell: [{ price: '100', amount: '90' }], buy: [] }),
  });
  type('Amount, BTC', '49');
  tap('Buy BTC');
  await screen.findByText('All you have.');
  expect(screen.getByRole('dialog').textContent).toContain('4,900 of 5,000 USDT');
  await waitFor(() => tap('Back'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent('upbbbuy')).toEqual([]);
});

const ORDER: SpotOrder = {
  id: 11,
  type: 1,
  type_text: 'Buy',
  ordertype_text: 'Limit',
  kind: 4,
  coinname: 'BTC',
  trade_coin: 'USDT',
  status: 3,
  addtime: '2026-03-21T14:00:00.000Z',
  tradetime: '2026-03-21T14:00:00.000Z',
  xjprice: '100.00000000',
  price: '0.00000000',
  predict_num: '0.50000000',
  coinnum: '0.00000000',
  total: '0.00000000',
  fee: '0.00000000',
  fee_coin: 'BTC',
};
/** A panel in which a kind is chosen and half a coin is written; what becomes of the order is given. */
async function drawKind(kind: string, order: Partial<SpotOrder> = {}): Promise<FakeServer> {
  const server = await drawPanel({
    upbbbuy: () => ({ id: 11, status: order.status ?? 3 }),
    tradegetOrderList: () => ({ list: [{ ...ORDER, ...order }] }),
  });
  if (button(/^More/).getAttribute('aria-expanded') === 'false') tap(/^More/);
  fireEvent.click(screen.getByRole('radio', { name: kind }));
  type('Amount, BTC', '0.5');
  return server;
}
/** The last success that was announced. */
const announced = (): string => document.querySelector('[role=status] > .toast')?.textContent ?? '';
/** The sheet of a result, once it is read. */
async function readResult(): Promise<string> {
  const status = () => within(screen.getByRole('dialog')).getByRole('status').textContent;
  await waitFor(() => expect(status()).not.toBe('Loading'));
  return status();
}

test('the kinds are folded away, each with what it means, and a market has none', async () => {
  await drawPanel();
  expect(button('More').getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('radio')).toBeNull();
  tap('More');
  expect(screen.getByRole('radio', { name: 'Good till cancelled (GTC)', checked: true })).toBeTruthy();
  const maker = screen.getByRole('radio', { name: 'Post only' });
  const text = document.getElementById(maker.getAttribute('aria-describedby') ?? '');
  expect(text?.textContent).toBe('Only joins the order book. Cancelled if it would fill at once.');
  tap('Market');
  expect(screen.queryByRole('button', { name: /^More/ })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('a chosen kind is sent, stands beside the folded choices, and is gone with the mode', async () => {
  const server = await drawKind('Fill or kill (FOK)', { status: 1 });
  tap('More');
  expect(button(/^More/).textContent).toBe('MoreFill or kill (FOK)');
  tap('Buy BTC');
  await waitFor(() => expect(server.sent('upbbbuy').map(({ fields }) => fields['kind'])).toEqual(['3']));
  tap('Market');
  tap('Limit');
  expect(button(/^More/).textContent).toBe('More');
});

test('the last look names a kind that is not the usual one', async () => {
  setSkipsSmall(false);
  await drawKind('Immediate or cancel (IOC)', { status: 1 });
  tap('Buy BTC');
  await screen.findByText('Check and confirm');
  const { textContent } = screen.getByRole('dialog');
  expect(textContent).toContain('Time in forceImmediate or cancel (IOC)');
  setSkipsSmall(true);
});

test('a post-only order that would have filled says so and what to do, keeps what was written, and is not called placed', async () => {
  await drawKind('Post only');
  showToast('ok', 'Earlier');
  tap('Buy BTC');
  expect(await readResult()).toContain(
    'Not filledIt would have filled at once, so it was cancelled. Choose a lower price or another time in force.',
  );
  expect(screen.getByRole('dialog', { name: 'BTC/USDT Buy · Limit · Post only' })).toBeTruthy();
  expect(announced()).toBe('Earlier');
  expect(document.querySelector<HTMLInputElement>('input[aria-label="Amount, BTC"]')?.value).toBe('0.5');
});

test('what another call announced in the same moment stays when an order is not placed', async () => {
  const server = await drawKind('Post only');
  const release = server.hold();
  tap('Buy BTC');
  const other = post('getMarketBalance', { m_id: '1' }, { announce: true });
  release();
  await other;
  expect(await readResult()).toContain('Not filled');
  expect(announced()).toBe('Done');
});

test('a fill-or-kill order that was too large for the book says that nothing was filled', async () => {
  await drawKind('Fill or kill (FOK)', { kind: 3 });
  tap('Buy BTC');
  expect(await readResult()).toContain(
    'It could not be filled in full at your price or better, so nothing was filled.',
  );
});

test('of an immediate order that was filled in part the sheet says how much, and the form is empty', async () => {
  await drawKind('Immediate or cancel (IOC)', {
    kind: 2,
    coinnum: '0.20000000',
    price: '100.00000000',
    total: '20.00000000',
    fee: '0.00020000',
  });
  tap('Buy BTC');
  expect(await readResult()).toContain('Partially filled0.2 of 0.5 BTC filled at once. The rest was cancelled.+0.1998');
  expect(document.querySelector<HTMLInputElement>('input[aria-label="Amount, BTC"]')?.value).toBe('');
});

test('an immediate order that nothing was on offer for says so', async () => {
  await drawKind('Immediate or cancel (IOC)', { kind: 2 });
  tap('Buy BTC');
  expect(await readResult()).toContain('Nothing could be filled at your price or better. The order was cancelled.');
});
