import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../platform/query.ts';
import { enter } from '../../platform/session.ts';
import { draw, FakeServer, refusal, tap } from '../../testing/form.tsx';
import { useBreakEven } from './index.ts';
import PortfolioScreen from './portfolio-screen.tsx';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 12, minute)).toISOString();
const point = (minute: number, worth: string, profit: string, moneyIn = '0.00000000') => ({
  time: at(minute),
  worth,
  profit,
  money_in: moneyIn,
  money_out: '0.00000000',
});
const coin = (c_id: number, coinName: string, more: object = {}) => ({
  c_id,
  coinName,
  quantity: '2.00000000',
  price: '150.00000000',
  worth: '300.00000000',
  cost: '202.00000000',
  average_cost: '101.00000000',
  unrealised: '98.00000000',
  realised: '0.00000000',
  market: '98.00000000',
  ...more,
});
const PORTFOLIO = {
  points: [
    point(0, '1000.00000000', '0.00000000'),
    point(30, '1500.00000000', '0.00000000', '500.00000000'),
    point(60, '1598.00000000', '98.00000000'),
  ],
  worth: '1598.00000000',
  profit: '98.00000000',
  parts: { market: '120.00000000', options: '-20.00000000', fees: '-3.00000000', interest: '1.00000000' },
  money_in: '500.00000000',
  money_out: '0.00000000',
  coins: [
    coin(1, 'USDT', { quantity: '1298.00000000', worth: '1298.00000000', average_cost: '1.00000000' }),
    coin(2, 'BTC'),
    coin(9, 'ODD', { price: null, worth: null, unrealised: null, average_cost: null }),
    coin(3, 'GONE', { quantity: '0.00000000' }),
  ],
};
const BALANCE = {
  time: at(30),
  journal: 1_611_904,
  worth: '1500.00000000',
  balances: [{ type: 2, c_id: 2, coinName: 'BTC', balance: '0.50000000', price: '140.00000000', worth: '70.00000000' }],
  bills: [{ id: 7, journal: 5, coinName: 'USDT', st: 1, num: '500.00000000', remark: 'Deposit', addtime: at(29) }],
};

const curve = (): HTMLElement => screen.getByRole('slider');
const drawn = () => waitFor(curve);
const textOf = (element: Element | null): string => element?.textContent ?? '';

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  enter('token-of-lea', 'lea', false);
});

const answered = (...answers: ConstructorParameters<typeof FakeServer>): FakeServer => new FakeServer(...answers);

test('profit is drawn first; its four parts and their sum stand below it', async () => {
  answered({ getPortfolio: () => PORTFOLIO });
  draw(<PortfolioScreen />);
  await drawn();
  expect(curve().getAttribute('aria-label')).toBe('Profit over time, now +98.00 USDT');
  expect([...document.querySelectorAll('dl > div')].map(textOf)).toEqual([
    'Market+120.00',
    'Options−20.00',
    'Fees−3.00',
    'Interest+1.00',
    'Profit+98.00',
  ]);
  expect(screen.getByText(/^From the ledger, every entry counted once/)).toBeTruthy();
  tap('Worth');
  expect(curve().getAttribute('aria-label')).toBe('Worth over time, now 1,598.00 USDT');
});

test('coins show average cost and unrealised profit; unknown ones are --, those that are gone are left out', async () => {
  answered({ getPortfolio: () => PORTFOLIO });
  draw(<PortfolioScreen />);
  await drawn();
  const rows = within(screen.getByRole('region', { name: 'Coins' }))
    .getAllByRole('listitem')
    .map(textOf);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain('average 101.00');
  expect(rows[1]).toContain('+98.00');
  expect(rows[2]).toMatch(/^.*ODD--.*--.*--$/);
});

test('arrow keys read a moment, Enter opens its balances and bills, each with its receipt', async () => {
  const server = new FakeServer({ getPortfolio: () => PORTFOLIO, getBalanceAt: () => BALANCE });
  draw(<PortfolioScreen />);
  await drawn();
  fireEvent.keyDown(curve(), { key: 'ArrowLeft' });
  expect(curve().getAttribute('aria-valuenow')).toBe('1');
  fireEvent.keyDown(curve(), { key: 'Enter' });
  const sheet = await screen.findByRole('dialog', { name: 'Balances at this moment' });
  await waitFor(() => expect(textOf(sheet)).toContain('at 140.00'));
  expect(server.sent('getBalanceAt')[0]?.fields).toEqual({ time: String(Date.parse(at(30))) });
  expect(textOf(sheet)).toContain('BTC Options');
  expect(textOf(sheet)).toContain('From the ledger at entry 1,611,904.');
  expect(within(sheet).getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe('/proof?receipt=journal.5');
});

test('a poll that moves the points on leaves the moment that is read, and Enter opens it', async () => {
  const state = { points: PORTFOLIO.points };
  const server = new FakeServer({
    getPortfolio: () => ({ ...PORTFOLIO, points: state.points }),
    getBalanceAt: () => BALANCE,
  });
  draw(<PortfolioScreen />);
  await drawn();
  fireEvent.keyDown(curve(), { key: 'ArrowLeft' });
  const read = curve().getAttribute('aria-valuetext');
  state.points = [...PORTFOLIO.points.slice(1), point(90, '1600.00000000', '100.00000000')];
  await queryClient.refetchQueries({ queryKey: ['getPortfolio'] });
  await waitFor(() => expect(curve().getAttribute('aria-valuenow')).toBe('0'));
  expect(curve().getAttribute('aria-valuetext')).toBe(read);
  fireEvent.keyDown(curve(), { key: 'Enter' });
  await waitFor(() => expect(server.sent('getBalanceAt')[0]?.fields).toEqual({ time: String(Date.parse(at(30))) }));
});

test('hidden figures are hidden everywhere, in names for screen readers too', async () => {
  answered({ getPortfolio: () => PORTFOLIO });
  draw(<PortfolioScreen />);
  await drawn();
  tap('Hide balances');
  expect(document.querySelectorAll('.n')).toHaveLength(0);
  expect(curve().getAttribute('aria-label')).toBe('Profit over time, hidden');
  expect(curve().getAttribute('aria-valuetext')).not.toMatch(/USDT/);
  expect(textOf(document.body)).not.toMatch(/98\.00|101\.00/);
});

test('the table of the curve begins with the first entry, and keeps a moment at which all was gone', async () => {
  const [before, ...after] = [-60, -30].map((minute) => point(minute, '0.00000000', '0.00000000'));
  const gone = { ...point(90, '0.00000000', '0.00000000'), money_out: '0.00000000' };
  answered({ getPortfolio: () => ({ ...PORTFOLIO, points: [before, ...after, ...PORTFOLIO.points, gone] }) });
  draw(<PortfolioScreen />);
  await drawn();
  expect(within(screen.getByRole('table')).getAllByRole('rowheader')).toHaveLength(4);
});

test('another range asks again, and the curve before stays until it comes', async () => {
  const server = new FakeServer({ getPortfolio: () => PORTFOLIO });
  draw(<PortfolioScreen />);
  await drawn();
  tap('All');
  expect(curve()).toBeTruthy();
  await waitFor(() =>
    expect(server.sent('getPortfolio').map(({ fields }) => fields['range'])).toEqual(['month', 'all']),
  );
});

test('without a line there is no curve; a refusal says why and can be tried again', async () => {
  const state = { fails: true };
  answered({
    getPortfolio: () => {
      if (state.fails) throw refusal('bad_value', 'Not now.');
      return { ...PORTFOLIO, coins: [] };
    },
  });
  draw(<PortfolioScreen />);
  await waitFor(() => expect(screen.getByText('Not now.')).toBeTruthy());
  state.fails = false;
  tap('Try again');
  await waitFor(() => expect(screen.getByText('No portfolio yet')).toBeTruthy());
});

function Cost({ of, against }: { readonly of: string; readonly against: string }) {
  const cost = useBreakEven({ coinname: of, trade_coin: against, spot_fee: '0.5' });
  return <p>{cost ? `${cost.average} / ${cost.breakEven}` : '--'}</p>;
}

test('other screens read what a coin cost and where it breaks even, in markets of the coin that costs are counted in', async () => {
  answered({ getPortfolio: () => PORTFOLIO });
  draw(
    <>
      <Cost of="BTC" against="USDT" />
      <Cost of="BTC" against="ETH" />
      <Cost of="NONE" against="USDT" />
    </>,
  );
  await waitFor(() => expect(screen.getByText(/^101\.00000000 \/ 202\.\d{8}$/)).toBeTruthy());
  expect(screen.getAllByText('--')).toHaveLength(2);
});
