import type { NetworkCoin } from '@plimsoll/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alarm, button, draw, field, tap, type } from '../../testing/form.tsx';
import { wishCoin } from '../assets/index.ts';
import { DepositPanel } from './deposit-panel.tsx';

const network = (id: number, coin_net: string) => ({
  id,
  pay_type: 1 as const,
  coin_net,
  pay_img: '',
  address: `address-of-${coin_net}`,
});
const USDT: NetworkCoin = {
  id: 1,
  title: 'USDT',
  decimals: 6,
  networkList: [network(10, 'TRC20'), network(11, 'ERC20')],
};
const BTC: NetworkCoin = { id: 2, title: 'BTC', decimals: 8, networkList: [network(20, 'BTC')] };
const GONE = 'This choice is no longer available. Choose again.';
const addresses = (): number => screen.queryAllByRole('region', { name: 'Deposit address' }).length;

async function chooseBtc(): Promise<void> {
  tap(/^Coin ?USDT/);
  fireEvent.click(await screen.findByRole('button', { name: /^BTC/ }));
}

test('of a chosen coin that is no longer offered no other one takes the place, until one is chosen', async () => {
  const redraw = draw(<DepositPanel coins={[USDT, BTC]} />, { recharge_status: 1 });
  await chooseBtc();
  type('Amount sent', '0.5');
  redraw(<DepositPanel coins={[USDT]} />);
  expect(alarm()).toContain(GONE);
  expect(addresses()).toBe(0);
  expect(document.querySelector('button[type=submit]')).toBeNull();
  redraw(<DepositPanel coins={[USDT, BTC]} />);
  expect(button(/^Coin ?BTC/)).toBeTruthy();
  expect(field('Amount sent').value).toBe('0.5');
});

test('of a chosen network that is no longer offered no other one takes the place', () => {
  const redraw = draw(<DepositPanel coins={[USDT, BTC]} />, { recharge_status: 1 });
  tap('ERC20');
  expect(addresses()).toBe(1);
  redraw(<DepositPanel coins={[{ ...USDT, networkList: [network(10, 'TRC20')] }, BTC]} />);
  expect(alarm()).toContain(GONE);
  expect(addresses()).toBe(0);
  tap('TRC20');
  expect(addresses()).toBe(1);
});

test('a coin that was asked for and is not offered is not replaced by the first one', () => {
  wishCoin('9');
  draw(<DepositPanel coins={[USDT, BTC]} />, { recharge_status: 1 });
  expect(button(/^Coin ?Select a coin/)).toBeTruthy();
  expect(alarm()).toContain(GONE);
  expect(addresses()).toBe(0);
});
