import type { AccountType, Answer, Input } from '@plimsoll/contract';
import { format, sum } from '@plimsoll/money';
import { worthOf } from '@plimsoll/rules';
import { billsAround } from '../assets/index.ts';
import { accountOf } from './entries.ts';
import { PriceBook } from '../../market/index.ts';
import type { PortfolioDeps } from './read-portfolio.ts';
import { accountsAt } from './sums-at.ts';

/** Bills before a moment, and as many after it. */
const BILLS = 10;

/** A member's balances at a moment, and the bills around it, in the member's language. */
export async function readBalanceAt(
  { db, clock }: Pick<PortfolioDeps, 'db' | 'clock'>,
  memberId: string,
  lang: string,
  { time }: Input<'getBalanceAt'>,
): Promise<Answer<'getBalanceAt'>> {
  const atMs = Math.min(time, clock.nowMs());
  const book = await PriceBook.open(db);
  const { accounts, journal } = await accountsAt(db, memberId, atMs);
  const held = [...accounts]
    .map(([name, balance]) => ({ ...accountOf(name), balance }))
    .filter(({ balance }) => balance !== 0n);
  const [prices, bills] = await Promise.all([
    book.read(
      db,
      held.map(({ coinId }) => ({ coinId, atMs })),
    ),
    billsAround(db, memberId, lang, { journal, count: BILLS }),
  ]);
  const places = new Map(book.coinIds().map((coinId, place) => [coinId, place]));
  const balances = held
    .toSorted((a, b) => (places.get(a.coinId) ?? 0) - (places.get(b.coinId) ?? 0) || a.type - b.type)
    .map(({ type, coinId, balance }) => {
      const price = prices.orFirstAt(coinId, atMs);
      return { type, coinId, balance, price, worth: price && worthOf(price, balance) };
    });
  return {
    time: new Date(atMs).toISOString(),
    journal: journal === 0 ? null : journal,
    worth: format(sum(balances.flatMap(({ worth }) => worth ?? []))),
    balances: balances.map(({ type, coinId, balance, price, worth }) => ({
      type: accountTypeOf(type),
      // not money: an id, a number on the wire
      c_id: Number(coinId),
      coinName: book.titleOf(coinId),
      balance: format(balance),
      price: price === undefined ? null : format(price),
      worth: worth === undefined ? null : format(worth),
    })),
    bills,
  };
}

const accountTypeOf = (type: number): AccountType => (type === 2 || type === 3 ? type : 1);
