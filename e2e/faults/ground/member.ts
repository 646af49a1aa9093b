import { obtain, PASSWORD, registerFunded } from '../../../apps/server/src/testing/api-client.ts';
import { enterConsole } from '../../support/operator.ts';

export const PAY_PASSWORD = 'Anchor7down';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** The shortest possible duration, so that options fall due under every fault. */
export const OPTION_SECONDS = 5;
const STAKES_USDT = '4000';

/** Ids that this server gave to what members trade. */
export interface Catalogue {
  readonly btcusdt: string;
  readonly ethusdt: string;
  readonly usdt: string;
  readonly btc: string;
}

export async function offerOptions(url: string, seconds: number = OPTION_SECONDS): Promise<void> {
  const owner = await enterConsole(url);
  await owner.call('POST', '/option-terms', { seconds, min: '1', max: '1000', rate: '0.8' });
}

export async function readCatalogue(url: string, token: string): Promise<Catalogue> {
  const { list } = await obtain(url, 'getMarketList');
  const coins = await obtain(url, 'getCanExchangeCoin', { type: '1' }, { token });
  const coin = (title: string): string => String(coins.find((each) => each.title === title)?.id ?? '');
  const market = (name: string): string => String(list.find(({ symbol }) => symbol === name)?.id ?? '');
  return { btcusdt: market('btcusdt'), ethusdt: market('ethusdt'), usdt: coin('USDT'), btc: coin('BTC') };
}

/**
 * Registers a funded member, with money in the options account, a payment password and an address. @returns the token.
 */
export async function registerTrader(url: string, email: string): Promise<string> {
  const token = await registerFunded(url, email);
  const { usdt } = await readCatalogue(url, token);
  await obtain(url, 'resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD }, { token });
  await obtain(url, 'setusraddress', { c_id: usdt, address: TRON }, { token });
  await obtain(url, 'transfer', { c_id: usdt, num: STAKES_USDT, from_type: '1', to_type: '2' }, { token });
  return token;
}
