/** What a program follows on `/ws/v2`. */
export type PrivateTopic =
  | { readonly about: 'balance'; readonly mode: '0' | '1' | '2' }
  | { readonly about: 'orders'; readonly symbol: string }
  | { readonly about: 'trades'; readonly symbol: string; readonly mode: '0' | '1' };

const ORDERS = /^orders#([a-z0-9*]{1,40})$/;
const TRADES = /^trade\.clearing#([a-z0-9*]{1,40})(?:#([01]))?$/;
const BALANCE = /^accounts\.update(?:#([012]))?$/;

/** Every market. */
export const ALL = '*';

/** Parses a channel's name: `orders#btcusdt`, `trade.clearing#*#0`, `accounts.update#2`. Undefined for another form. */
export function parsePrivateTopic(name: string): PrivateTopic | undefined {
  const balance = BALANCE.exec(name);
  if (balance) return { about: 'balance', mode: balance[1] === '1' ? '1' : balance[1] === '2' ? '2' : '0' };
  const [, orders] = ORDERS.exec(name) ?? [];
  if (orders !== undefined) return { about: 'orders', symbol: orders };
  const [, trades, mode] = TRADES.exec(name) ?? [];
  if (trades === undefined) return undefined;
  return { about: 'trades', symbol: trades, mode: mode === '1' ? '1' : '0' };
}
