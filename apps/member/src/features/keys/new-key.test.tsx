import { toastStore } from '@plimsoll/ui';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { navigate } from '../../platform/router.tsx';
import { enter } from '../../platform/session.ts';
import { alarm, draw, FakeServer, field, refusal, send, tap, type, wrongWith } from '../../testing/form.tsx';
import { SECURITY } from '../../testing/security.ts';
import { KeysPage } from './keys-page.tsx';
import { NewKey } from './new-key.tsx';

const market = (symbol: string, title: string) => ({
  id: 1,
  title,
  symbol,
  coinname: title.slice(0, 3),
  trade_coin: 'USDT',
  base_decimals: 8,
  quote_decimals: 8,
  decimals: 8,
  trade_decimals: 8,
  close: '1.00000000',
  mark: null,
  change: '+0.00',
  hamount: '0.00000000',
  logo: '',
  min: '0.00000000',
  step: '0.00000001',
  price_step: '0.01000000',
  spot_fee: '0.00100000',
});
const MADE = { id: 1001, access: '1a2b3c4d-00000000-00000000-00000000', secret: 'of-this-test' };

function drawForm(more: ConstructorParameters<typeof FakeServer>[0] = {}, state = SECURITY): FakeServer {
  const server = new FakeServer({
    getMarketList: () => ({ list: [market('btcusdt', 'BTC/USDT'), market('ethusdt', 'ETH/USDT')] }),
    makeKey: () => MADE,
    ...more,
  });
  draw(<NewKey state={state} />);
  return server;
}

beforeEach(() => {
  enter('token-of-lea', 'lea', false);
  navigate('/security?view=keys&step=new');
});

test('what is wrong is beside its field, and nothing is sent', async () => {
  const server = drawForm();
  send();
  expect(wrongWith('Name')).toBe('Enter a name');
  expect(alarm()).toContain('Enter a name');
  type('Name', 'bot');
  type('IP addresses', '203.0.113.7, quay');
  tap('Ed25519');
  fireEvent.click(screen.getByRole('switch', { name: /^Trade/ }));
  type(/^Max. loss/, '0');
  send();
  expect(wrongWith('IP addresses')).toBe('“quay” is not an IP address or a network');
  expect(wrongWith('Public key')).toBe('This is not an Ed25519 public key');
  expect(wrongWith(/^Max. loss/)).toBe('Enter an amount above zero');
  expect(server.sent('makeKey')).toEqual([]);
});

test('without the login password nothing is sent', () => {
  const server = drawForm();
  type('Name', 'bot');
  send();
  expect(wrongWith('Login password')).toBe('Enter your login password');
  expect(server.sent('makeKey')).toEqual([]);
});

test('the rights, markets, networks and caps that were chosen are sent with the proof', async () => {
  vi.stubGlobal('isSecureContext', true);
  const server = drawForm({}, { ...SECURITY, totp: 1, recovery_left: 0 });
  type('Name', 'bot');
  fireEvent.click(screen.getByRole('switch', { name: /^Trade/ }));
  fireEvent.click(screen.getByRole('switch', { name: /^Transfer/ }));
  type(/^Max. orders/, '500');
  type('IP addresses', '203.0.113.0/24');
  fireEvent.click(await screen.findByRole('button', { name: 'Markets All markets' }));
  fireEvent.click(await screen.findByRole('button', { name: 'ETH/USDT' }));
  await waitFor(() => expect(screen.getByText('ETH/USDT', { selector: 'bdi' })).toBeTruthy());
  tap('Never');
  type('Login password', 'quay4load7line');
  type('Code from your authenticator app', '123456');
  send();
  await waitFor(() => expect(server.sent('makeKey')).toHaveLength(1));
  expect(server.sent('makeKey')[0]?.fields).toEqual({
    name: 'bot',
    kind: 'hmac',
    trade: '1',
    transfer: '1',
    day_cap: '500',
    markets: 'ethusdt',
    networks: '203.0.113.0/24',
    password: 'quay4load7line',
    second: '123456',
  });
});

test('it says that no key can withdraw or send', () => {
  drawForm();
  expect(screen.getByText('No API key can withdraw or send.')).toBeTruthy();
});

test('the secret is shown once, with the address and how ccxt is set up', async () => {
  drawForm();
  type('Name', 'bot');
  type('Login password', 'quay4load7line');
  send();
  await screen.findByText('Save your API key');
  expect(screen.getByText(MADE.secret)).toBeTruthy();
  expect(screen.getAllByText(MADE.access)).toHaveLength(1);
  const setUp = screen.getByRole('group', { name: /^Example for/ });
  expect(setUp.textContent).toContain(`apiKey: '${MADE.access}'`);
  expect(setUp.textContent).toContain(`${location.origin}/huobiapi`);
  expect(setUp.textContent).not.toContain(MADE.secret);
});

const isClosingAsked = (): boolean => {
  const closing = new Event('beforeunload', { cancelable: true });
  dispatchEvent(closing);
  return closing.defaultPrevented;
};

test('closing is asked about from when a key is sent for until it is saved, also elsewhere', async () => {
  const server = new FakeServer({ getMarketList: () => ({ list: [] }), makeKey: () => MADE });
  const redraw = draw(<NewKey state={SECURITY} />);
  type('Name', 'bot');
  type('Login password', 'quay4load7line');
  expect(isClosingAsked()).toBe(false);
  const release = server.hold();
  send();
  await waitFor(() => expect(server.sent('makeKey')).toHaveLength(1));
  expect(isClosingAsked()).toBe(true);
  act(() => navigate('/assets'));
  redraw(<p>elsewhere</p>);
  expect(isClosingAsked()).toBe(true);
  release();
  await waitFor(() => expect(toastStore.read().some(({ text }) => text === 'Save your API key')).toBe(true));
  expect(isClosingAsked()).toBe(true);
  redraw(<NewKey state={SECURITY} />);
  tap('I have saved them');
  expect(isClosingAsked()).toBe(false);
});

test('closing is not asked about after a refusal', async () => {
  const server = drawForm({
    makeKey: () => {
      throw refusal('too_many_keys', 'Too many');
    },
  });
  type('Name', 'bot');
  type('Login password', 'quay4load7line');
  const release = server.hold();
  send();
  await waitFor(() => expect(isClosingAsked()).toBe(true));
  release();
  await waitFor(() => expect(alarm()).toContain('Too many'));
  await waitFor(() => expect(isClosingAsked()).toBe(false));
});

test('a link away is asked about first, and the key stays when the reader does', async () => {
  drawForm();
  type('Name', 'bot');
  type('Login password', 'quay4load7line');
  send();
  await screen.findByText('Save your API key');
  const link = document.createElement('a');
  link.href = '/assets';
  document.body.append(link);
  fireEvent.click(link);
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByText(MADE.secret)).toBeTruthy();
  expect(location.pathname).toBe('/security');
  link.remove();
});

test('a key of Ed25519 has no secret to show', async () => {
  drawForm({ makeKey: () => ({ ...MADE, secret: null }) });
  type('Name', 'bot');
  tap('Ed25519');
  type('Public key', 'A'.repeat(43));
  type('Login password', 'quay4load7line');
  send();
  await screen.findByText('Save your API key');
  expect(screen.queryByText('Secret key')).toBeNull();
});

test.each([
  ['bad_text', 'Name'],
  ['bad_value', 'IP addresses'],
])('a refusal %s is beside %s', async (reason, label) => {
  drawForm({
    makeKey: () => {
      throw refusal(reason, 'Not this one');
    },
  });
  type('Name', 'bot');
  type('IP addresses', '203.0.113.7');
  type('Login password', 'quay4load7line');
  send();
  await waitFor(() => expect(wrongWith(label)).toBe('Not this one'));
  fireEvent.change(field(label), { target: { value: '203.0.113.8' } });
  expect(wrongWith(label)).not.toBe('Not this one');
});

test('a refusal about no field is above the button', async () => {
  const words = 'You have reached the limit of 20 API keys. Delete one first';
  drawForm({
    makeKey: () => {
      throw refusal('too_many_keys', words);
    },
  });
  type('Name', 'bot');
  type('Login password', 'quay4load7line');
  send();
  await waitFor(() => expect(within(document.querySelector('form') ?? document.body).getByRole('alert')).toBeTruthy());
  expect(alarm()).toContain(words);
});

test('a wrong login password is beside it', async () => {
  drawForm({
    makeKey: () => {
      throw refusal('bad_login', 'Wrong');
    },
  });
  type('Name', 'bot');
  type('Login password', 'quay4load7line');
  send();
  await waitFor(() => expect(wrongWith('Login password')).toBe('Incorrect login password'));
});

test('a key that comes when its page was left is led to, and stays until it is saved', async () => {
  const server = new FakeServer({
    getSecurity: () => SECURITY,
    getMarketList: () => ({ list: [] }),
    makeKey: () => MADE,
  });
  const redraw = draw(<NewKey state={SECURITY} />);
  type('Name', 'bot');
  type('Login password', 'quay4load7line');
  const release = server.hold();
  send();
  await waitFor(() => expect(server.sent('makeKey')).toHaveLength(1));
  act(() => navigate('/assets'));
  redraw(<p>elsewhere</p>);
  release();
  const offered = () => toastStore.read().find(({ text }) => text === 'Save your API key');
  await waitFor(() => expect(offered()).toBeTruthy());
  act(() => navigate('/security?view=keys'));
  redraw(<KeysPage />);
  await screen.findByText(MADE.secret);
  expect(location.search).toBe('?view=keys&step=new');
  expect(offered()).toBeUndefined();
  tap('I have saved them');
  redraw(<p>elsewhere</p>);
  redraw(<NewKey state={SECURITY} />);
  expect(screen.queryByText(MADE.secret)).toBeNull();
});
