import type { MarketItem } from '@plimsoll/contract';
import { obtain, registerFunded, PASSWORD } from '../../apps/server/src/testing/api-client.ts';

/** Ids of things that can be undone or decided, by the call that made them. */
export type Made = Record<string, string[]>;

/** A member whose lists are measured, with the ids their submits name. */
export interface Subject {
  readonly token: string;
  readonly username: string;
  readonly memberId: string;
  readonly friendId: string;
  readonly market: MarketItem;
  /** Ids of USDT, of another coin, of a network of USDT, and a proof of payment. */
  readonly usdt: string;
  readonly other: string;
  readonly network: string;
  readonly payimg: string;
  /** Offers: a loan, a mining product, a flexible staking project with its duration, the longest option. */
  readonly loan: string;
  readonly machine: string;
  readonly project: string;
  readonly info: string;
  readonly seconds: string;
  readonly made: Made;
}

const SYMBOL = 'dogeusdt';
/** A valid address of the network. */
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const PAY_PASSWORD = 'anchor4down';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function uploadPixel(url: string, token: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'proof.png');
  const response = await fetch(`${url}/api/api/common/upload`, {
    method: 'POST',
    headers: { Token: token },
    body: form,
  });
  const { data }: { data: { url: string } } = await response.json();
  return data.url;
}

interface Networks {
  readonly data: {
    readonly list: readonly {
      readonly id: number;
      readonly title: string;
      readonly networkList: { readonly id: number }[];
    }[];
  };
}

function needed<Found>(found: Found | undefined, name: string): Found {
  if (found === undefined) throw new Error(`there is no ${name} to be measured with`);
  return found;
}

/**
 * Registers a friend of `friendId` with a payment password, an address and a proof of payment, and reads the offers.
 */
export async function admitSubject(url: string, name: string, friendId: string | undefined): Promise<Subject> {
  const username = `${name}@bench.example`;
  const token = await registerFunded(url, username);
  const as = { token };
  const { list } = await obtain(url, 'getMarketList');
  const market = needed(
    list.find(({ symbol }) => symbol === SYMBOL),
    `market ${SYMBOL}`,
  );
  const response = await fetch(`${url}/api/getrecharge`, { headers: { Token: token } });
  const networks: Networks = await response.json();
  const usdt = needed(
    networks.data.list.find(({ title }) => title === 'USDT'),
    'USDT',
  );
  const { coinList } = await obtain(url, 'getUserBalanceList', {}, as);
  const other = needed(
    coinList[0]?.balanceInfo.find(({ coinName }) => coinName === market.coinname),
    market.coinname,
  );
  const loan = needed((await obtain(url, 'getLoanProjects', {}, as)).list[0], 'loan');
  const machine = needed((await obtain(url, 'getMiningMachineList', {}, as)).list[0], 'mining machine');
  const project = needed(
    (await obtain(url, 'getStakingProjects', {}, as)).list.find(({ type }) => type === 1),
    'flexible stake',
  );
  const { hytime } = await obtain(url, 'getHyConfig', {}, as);
  await obtain(url, 'resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD }, as);
  await obtain(url, 'setusraddress', { c_id: String(usdt.id), address: ADDRESS }, as);
  const memberId = String((await obtain(url, 'getusr', {}, as)).id);
  return {
    token,
    username,
    market,
    memberId,
    friendId: friendId ?? String((await obtain(url, 'searchUser', { username: 'demo' }, as)).id),
    usdt: String(usdt.id),
    other: String(other.coinId),
    network: String(usdt.networkList[0]?.id),
    payimg: await uploadPixel(url, token),
    loan: String(loan.id),
    machine: String(machine.id),
    project: String(project.id),
    info: String(project.staking_info[0]?.id),
    seconds: String(Math.max(...hytime)),
    made: {},
  };
}
