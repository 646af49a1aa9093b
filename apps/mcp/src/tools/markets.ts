import type { Answers } from '@plimsoll/client';
import { Refused } from '@plimsoll/client';
import { z } from 'zod';
import type { Exchange } from '../exchange.ts';

type Market = Answers<'getMarketList'>['list'][number];

/** A market as tools take it. */
export const symbol = z.string().max(32).describe('A market: BTC/USDT or btcusdt');

/** A refusal of this program, in the exchange's form. */
export const refused = (reason: string, message: string): Refused =>
  new Refused(message, { code: 0, data: null, reason, retryAfterSeconds: undefined });

/** The market of a symbol. Throws the refusal `not_found`. */
export async function marketOf(exchange: Exchange, given: string): Promise<Market> {
  const { list } = await exchange.open('getMarketList', {});
  const wanted = given.trim().toLowerCase().replace('/', '');
  const found = list.find((each) => each.symbol === wanted);
  if (!found) throw refused('not_found', 'There is no such market');
  return found;
}
