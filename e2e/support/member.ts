import { expect } from '@playwright/test';
import type { Answer, CallName, Envelope } from '@plimsoll/contract';
import { ask, obtain } from '../../apps/server/src/testing/api-client.ts';

export const PASSWORD = 'quay4load7line';
const DEMO = { email: 'demo', password: 'demo2026' } as const;

type Fields = Readonly<Record<string, string>>;

/** A member outside the browser. */
export interface Member {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** The whole envelope, refusals included. */
  ask<Name extends CallName>(name: Name, fields?: Fields): Promise<Envelope<Answer<Name>>>;
  /** `data` of a success. Repeats what a later book answers: a stale price, a depth that others have taken. */
  obtain<Name extends CallName>(name: Name, fields?: Fields): Promise<Answer<Name>>;
}

let made = 0;
export const newEmail = (): string => `member-${process.pid}-${Date.now()}-${(made += 1)}@quay.example`;

const memberWith = (url: string, email: string, password: string, token: string): Member => ({
  email,
  password,
  token,
  ask: (name, fields = {}) => ask(url, name, fields, { token }),
  obtain: (name, fields = {}) => atLaterBook(url, token, name, fields),
});

export const LATER_BOOK_MS = 20_000;
/** Refusals that a later book may not give. */
export const IS_LATER_BOOK = /^(stale_market|no_liquidity)$/;
/** Half of what others took of a book is back after `depth_recovery` (RULES 3.8). */
const REFILLED_MS = 60_000;

/** Of a success `data` is what the contract says, of a refusal null. */
const isDone = <T>(answer: Envelope<T>): answer is Envelope<T> & { readonly data: T } => answer.code === 1;

async function atLaterBook<Name extends CallName>(
  url: string,
  token: string,
  name: Name,
  fields: Fields,
): Promise<Answer<Name>> {
  let answer: Envelope<Answer<Name>> | undefined;
  await expect
    .poll(
      async () => {
        answer = await ask(url, name, fields, { token });
        return answer.reason ?? '';
      },
      { timeout: LATER_BOOK_MS, message: `${name} meets a book that serves it` },
    )
    .not.toMatch(IS_LATER_BOOK);
  if (!answer || !isDone(answer)) throw new Error(`${name}: ${answer?.reason ?? answer?.code} (${answer?.msg})`);
  return answer.data;
}

/** Registers a member; with 10 000 USDT of the demo's money when `funded`. */
export async function registerMember(
  url: string,
  { funded, email = newEmail() }: { readonly funded: boolean; readonly email?: string },
): Promise<Member> {
  const { userinfo } = await obtain(url, 'register', { type: '2', email, password: PASSWORD, repassword: PASSWORD });
  const member = memberWith(url, email, PASSWORD, userinfo.token);
  if (funded) await member.obtain('demoFunds');
  return member;
}

export async function enterDemo(url: string): Promise<Member> {
  const { userinfo } = await obtain(url, 'login', { username: DEMO.email, password: DEMO.password });
  return memberWith(url, DEMO.email, DEMO.password, userinfo.token);
}

export interface Placed {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly price?: string;
  readonly num?: string;
  readonly amount?: string;
}

/** Places an order by the API; a limit order when it has a price. @returns its id. */
export async function place(
  member: Member,
  { symbol, side, price = '', num = '', amount = '' }: Placed,
): Promise<number> {
  const { list } = await member.obtain('getMarketList');
  const market = list.find((each) => each.symbol === symbol);
  if (!market) throw new Error(`there is no market ${symbol}`);
  const { id } = await member.obtain('upbbbuy', {
    m_id: String(market.id),
    type: side === 'buy' ? '1' : '2',
    operate_type: price === '' ? '2' : '1',
    num,
    price,
    amount,
  });
  return id;
}

/**
 * Buys `num` of a market's coin with a limit order above the book, and waits until it is filled whole: others may have
 * taken what one book offers (RULES 3.8), and a market order ends with what it got.
 */
export async function buyWhole(member: Member, symbol: string, num: string): Promise<void> {
  const { list } = await member.obtain('getMarketList');
  const close = list.find((each) => each.symbol === symbol)?.close ?? '0';
  const id = await place(member, { symbol, side: 'buy', price: (Number(close) * 1.05).toFixed(0), num });
  await expect
    .poll(
      async () => {
        const orders = await member.obtain('tradegetOrderList', { status: '2', limit: '50' });
        return orders.list.map((order) => order.id);
      },
      { timeout: REFILLED_MS, message: `${num} of ${symbol} are filled` },
    )
    .toContain(id);
}
