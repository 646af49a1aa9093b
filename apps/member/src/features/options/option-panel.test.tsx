import type { Answer, MarketItem, OwnLimits } from '@plimsoll/contract';
import { price } from '@plimsoll/money';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OPTION_CONFIG } from '../../testing/options.ts';
import { alarm, button, draw, FakeServer, refusal, tap, type, wrongWith } from '../../testing/form.tsx';
import { OptionPanel } from './option-panel.tsx';
import { BTC_USDT } from '../../testing/market.ts';

// The chart needs a canvas, and marks come over a socket.
vi.mock('./panel-chart.tsx', () => ({ PanelChart: () => null }));
const mark = { price: price('100'), atMs: Date.now(), madeAtMs: 0, sources: 3 };
vi.mock('./use-mark.ts', () => ({ useMark: () => mark }));

const MARKET: MarketItem = { ...BTC_USDT, mark: '100.00000000' };
const NO_ORDERS = { rows: [] } as unknown as Parameters<typeof OptionPanel>[0]['open'];
const STAKE = 'Stake, USDT';

async function openForm(
  more: ConstructorParameters<typeof FakeServer>[0] = {},
  settings: Parameters<typeof draw>[1] = {},
): Promise<FakeServer> {
  mark.atMs = Date.now();
  const server = new FakeServer({ getHyConfig: () => OPTION_CONFIG, ...more });
  draw(<OptionPanel market={MARKET} view="chart" onView={() => {}} open={NO_ORDERS} limits={undefined} />, settings);
  await waitFor(() => expect(button(/^Up/).disabled).toBe(false));
  await screen.findByLabelText(STAKE);
  return server;
}

test('a stake below the minimum is an error beside the field, and no confirmation opens', async () => {
  const server = await openForm();
  tap(/^30 s/);
  type(STAKE, '5');
  tap(/^Up/);
  await waitFor(() => expect(wrongWith(STAKE)).toBe('Minimum 10.00 USDT'));
  expect(alarm()).toContain('Minimum 10.00 USDT');
  expect(server.sent('creatorder')).toEqual([]);
});

test('the cycle is required too', async () => {
  await openForm();
  type(STAKE, '50');
  tap(/^Up/);
  await waitFor(() => expect(alarm()).toContain('Select a duration'));
});

async function prepare(): Promise<void> {
  tap(/^30 s/);
  type(STAKE, '50');
  tap(/^Up/);
  await screen.findByText('Maximum loss');
}

test('it is placed after the confirmation alone, once and with a key', async () => {
  const server = await openForm({ creatorder: () => ({ order_id: 12 }) });
  await prepare();
  expect(server.sent('creatorder')).toEqual([]);
  const release = server.hold();
  const yes = button('Buy Up');
  fireEvent.click(yes);
  fireEvent.click(yes);
  release();
  await waitFor(() => expect(server.sent('creatorder')).toHaveLength(1));
  expect(server.sent('creatorder')[0]?.fields).toMatchObject({ m_id: '1', ctime: '30', ctzed: '50', buytype: '1' });
  expect(server.sent('creatorder')[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

test('a refusal for lack of balance is shown beside the stake', async () => {
  await openForm({
    creatorder: () => {
      throw refusal('insufficient_balance', 'Your balance is not enough.');
    },
  });
  await prepare();
  tap('Buy Up');
  await waitFor(() => expect(wrongWith(STAKE)).toBe('Available balance insufficient'));
  expect(alarm()).toContain('Your balance is not enough.');
});

test('while options are switched off both buttons say so', async () => {
  mark.atMs = Date.now();
  const server = new FakeServer({ getHyConfig: () => OPTION_CONFIG });
  draw(<OptionPanel market={MARKET} view="chart" onView={() => {}} open={NO_ORDERS} limits={undefined} />, {
    options_switch: 0,
  });
  await waitFor(() => expect(button(/^Up/).textContent).toContain('Paused for now'));
  expect(button(/^Up/).disabled).toBe(true);
  tap(/^Up/);
  expect(server.sent('creatorder')).toEqual([]);
});

const funds = (usdt: string, quant: string): Answer<'getUserBalanceList'> => {
  const coin = (balance: string) => ({
    coinId: 1,
    coinName: 'USDT',
    balance,
    dbalance: '0.00000000',
    zhprice: balance,
    all_zhprice: balance,
    logo: '/coins/usdt.svg',
    decimals: 8,
  });
  return {
    totalAssets: '0.00000000',
    coinList: [
      { type: 1, totalAvailableAsset: usdt, balanceInfo: [coin(usdt)] },
      { type: 3, totalAvailableAsset: quant, balanceInfo: [coin(quant)] },
    ],
  } as unknown as Answer<'getUserBalanceList'>;
};

async function openPoor(more: ConstructorParameters<typeof FakeServer>[0] = {}): Promise<FakeServer> {
  const server = await openForm(
    {
      getHyConfig: () => ({ ...OPTION_CONFIG, balance: '12.50000000' }),
      getUserBalanceList: () => funds('10.00000000', '100.00000000'),
      creatorder: () => ({ order_id: 12 }),
      transfer: () => null,
      ...more,
    },
    { account_transfer_status: 1 },
  );
  tap(/^30 s/);
  type(STAKE, '30');
  await screen.findByText('From funds account, now');
  return server;
}

test('a stake above the options account is topped up from funds, then quant, after the confirmation alone', async () => {
  const server = await openPoor();
  tap(/^Up/);
  await screen.findByText('From other accounts');
  expect(server.sent('transfer')).toEqual([]);
  tap('Buy Up');
  await waitFor(() => expect(server.sent('creatorder')).toHaveLength(1));
  expect(server.sent('transfer').map(({ fields }) => fields)).toEqual([
    { c_id: '1', num: '10', from_type: '1', to_type: '2' },
    { c_id: '1', num: '7.5', from_type: '3', to_type: '2' },
  ]);
});

test('a top-up that is refused places nothing', async () => {
  const server = await openPoor({
    transfer: () => {
      throw refusal('insufficient_balance', 'Your balance is not enough.');
    },
  });
  tap(/^Up/);
  await screen.findByText('From other accounts');
  tap('Buy Up');
  await waitFor(() => expect(alarm()).toContain('Your balance is not enough.'));
  expect(server.sent('transfer')).toHaveLength(1);
  expect(server.sent('creatorder')).toEqual([]);
});

test('a stake above all accounts together is an error', async () => {
  const server = await openPoor();
  type(STAKE, '123');
  await waitFor(() => expect(wrongWith(STAKE)).toBe('Available balance insufficient'));
  tap(/^Up/);
  expect(server.sent('transfer')).toEqual([]);
});

/** A server that keeps both accounts. */
async function openTopped(creatorder: () => unknown, onMoved = () => {}): Promise<FakeServer> {
  const held = { options: 12.5, funds: 10, quant: 100 };
  return openPoor({
    getHyConfig: () => ({ ...OPTION_CONFIG, balance: held.options.toFixed(8) }),
    getUserBalanceList: () => funds(held.funds.toFixed(8), held.quant.toFixed(8)),
    transfer: ({ num, from_type: from, to_type: to }) => {
      const other = from === '1' || to === '1' ? 'funds' : 'quant';
      const sign = to === '2' ? 1 : -1;
      held.options += sign * Number(num);
      held[other] -= sign * Number(num);
      onMoved();
      return null;
    },
    creatorder,
  });
}

const moves = (server: FakeServer) =>
  server.sent('transfer').map(({ fields }) => `${fields['num']}: ${fields['from_type']} > ${fields['to_type']}`);
const LEFT = /^The option was not placed\. 17\.50 USDT is now in your options account/;

test('an option that is refused after its top-up says what was moved, and moves it back', async () => {
  const server = await openTopped(() => {
    throw refusal('price_stale', 'The price is old.');
  });
  tap(/^Up/);
  await screen.findByText('From other accounts');
  tap('Buy Up');
  await screen.findByText(LEFT);
  tap('Transfer back');
  await waitFor(() => expect(screen.queryByText(LEFT)).toBeNull());
  expect(moves(server)).toEqual(['10: 1 > 2', '7.5: 3 > 2', '10: 2 > 1', '7.5: 2 > 3']);
});

test('a connection that is cut after the top-up: the option can be placed again with what was moved', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const server = await openTopped(
    () => ({ order_id: 12 }),
    () => online.mockReturnValue(server.sent('transfer').length < 2),
  );
  tap(/^Up/);
  await screen.findByText('From other accounts');
  tap('Buy Up');
  await screen.findByText(LEFT);
  expect(server.sent('creatorder')).toEqual([]);
  online.mockReturnValue(true);
  globalThis.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText('From quant account, now')).toBeNull());
  tap(/^Up/);
  await waitFor(() => expect(screen.queryByText('From other accounts')).toBeNull());
  tap('Buy Up');
  await waitFor(() => expect(server.sent('creatorder')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(LEFT)).toBeNull());
  expect(moves(server)).toEqual(['10: 1 > 2', '7.5: 3 > 2']);
  online.mockRestore();
});

const AT = Date.UTC(2026, 10, 21, 12);
const ON_BREAK: OwnLimits = {
  daily_loss: null,
  session_minutes: null,
  excluded_until: new Date(AT + 60_000).toISOString(),
  lost_today: '0.00000000',
  pending: null,
};
test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('a break lasts until its end by the server, with the device’s clock %s', async (_which, aheadMs) => {
  vi.spyOn(Date, 'now').mockReturnValue(AT + aheadMs);
  Object.assign(mark, { atMs: Date.now(), madeAtMs: AT });
  void new FakeServer({ getHyConfig: () => OPTION_CONFIG });
  const resting = () => (
    <OptionPanel market={MARKET} view="chart" onView={() => {}} open={NO_ORDERS} limits={{ ...ON_BREAK }} />
  );
  const redraw = draw(resting());
  await screen.findByText(/^You are on a break until/);
  expect(screen.queryByRole('button', { name: /^Up/ })).toBeNull();
  mark.madeAtMs = AT + 60_000;
  redraw(resting());
  await waitFor(() => expect(button(/^Up/).disabled).toBe(false));
  expect(screen.queryByText(/^You are on a break until/)).toBeNull();
  vi.restoreAllMocks();
});
