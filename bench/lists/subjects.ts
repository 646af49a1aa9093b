import { PRICE_MODE, SIDE, type MarketItem } from '@plimsoll/contract';
import { ask, obtain, registerFunded } from '../../apps/server/src/testing/api-client.ts';
import { marketBuy } from '../load/orders.ts';

/** Somebody whose own lists are measured, and what their submits name. */
export interface Subject {
  readonly token: string;
  readonly market: MarketItem;
  /** Ids of USDT, of another coin, of a network of USDT, and a proof of payment. */
  readonly usdt: string;
  readonly other: string;
  readonly network: string;
  readonly payimg: string;
}

const SYMBOL = 'dogeusdt';
/** An address of the network's kind that nobody has. */
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const PAY_PASSWORD = 'quay4load7line';
/** A picture of one pixel. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

async function uploadPixel(url: string, token: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'proof.png');
  const response = await fetch(`${url}/api/api/common/upload`, { method: 'POST', headers: { Token: token }, body: form });
  return (await response.json() as { data: { url: string } }).data.url;
}

/** A limit order far from the market: it rests. */
const resting = ({ market }: Subject): Record<string, string> =>
  ({ m_id: String(market.id), type: SIDE.buy, operate_type: PRICE_MODE.limit, num: market.min, price: market.price_step });

/** Everything that can be submitted, as it can be repeated many times by one who has ten thousand USDT. */
export const SUBMITS = {
  transfer: ({ usdt }: Subject, time: number) => ({ c_id: usdt, num: '0.01', from_type: String(1 + time % 2), to_type: String(2 - time % 2) }),
  upbbbuy: resting,
  exchangeCoin: ({ usdt, other }: Subject, time: number) => ({
    type: '1', amount: time % 2 === 0 ? '0.5' : '1', from_coin_id: time % 2 === 0 ? usdt : other, to_coin_id: time % 2 === 0 ? other : usdt, paypassword: PAY_PASSWORD,
  }),
  recharge: ({ usdt, network, payimg }: Subject) => ({ c_id: usdt, num: '10', payimg, a_id: network, type: '1' }),
} as const;
export type SubmitName = keyof typeof SUBMITS;

/** Registers a member who has done each thing so many `times`. */
export async function admitSubject(url: string, name: string, times: number): Promise<Subject> {
  const token = await registerFunded(url, `${name}@bench.example`);
  const { list } = await obtain(url, 'getMarketList');
  const market = list.find(({ symbol }) => symbol === SYMBOL);
  if (!market) throw new Error(`there is no market ${SYMBOL}`);
  const coins = await fetch(`${url}/api/getrecharge`, { headers: { Token: token } })
    .then((response) => response.json() as Promise<{ data: { list: { id: number; title: string; networkList: { id: number }[] }[] } }>);
  const usdt = coins.data.list.find(({ title }) => title === 'USDT');
  const { coinList } = await obtain(url, 'getUserBalanceList', {}, { token });
  const other = coinList[0]?.balanceInfo.find(({ coinName }) => coinName === market.coinname);
  if (!usdt || !other) throw new Error('a coin is missing');
  const subject: Subject = {
    token, market, usdt: String(usdt.id), other: String(other.coinId), network: String(usdt.networkList[0]?.id), payimg: await uploadPixel(url, token),
  };
  await obtain(url, 'resetpay', { logpassword: PAY_PASSWORD, newpassword: PAY_PASSWORD }, { token });
  await obtain(url, 'setusraddress', { c_id: subject.usdt, address: ADDRESS }, { token });
  await obtain(url, 'upbbbuy', marketBuy(market, '3000'), { token });
  for (let time = 0; time < times; time += 1) {
    for (const [call, fieldsOf] of Object.entries(SUBMITS)) {
      const { code, reason } = await ask(url, call as SubmitName, fieldsOf(subject, time) as Record<string, string>, { token });
      if (code !== 1) throw new Error(`${call}: ${reason}`);
    }
  }
  return subject;
}
