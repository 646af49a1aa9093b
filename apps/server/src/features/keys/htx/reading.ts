import { ACCOUNT_TYPE, type Settings } from '@plimsoll/contract';
import { amount, format, formatShort, type Rate } from '@plimsoll/money';
import { balancesOf } from '../../../ledger/index.ts';
import type { MarketData } from '../../../market/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import { readBillsBetween } from '../../assets/index.ts';
import { CODE, data, dataV2, failed, unpermitted, type HtxResult } from './answers.ts';
import {
  idOf,
  isAnswer,
  marketIfGiven,
  marketOf,
  sideIn,
  sizeOf,
  textOf,
  wholeOf,
  wrongAccount,
  type Asked,
} from './asked.ts';
import {
  CLOSED_STATES,
  fillPlace,
  fillsOfOrders,
  listFills,
  listOrders,
  OPEN_STATES,
  orderByClient,
  orderById,
  type OrderFilter,
  type OrderRow,
} from './order-store.ts';
import { fillOfTradeId, fillShape, openShape, orderShape } from './shapes.ts';

export interface ReadingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly market: MarketData;
  readonly settings: () => Settings & { readonly spot_fee: Rate };
}

type Read = (asked: Asked, deps: ReadingDeps) => Promise<HtxResult>;

const notNow = failed(CODE.parameter, 'invalid parameter');
const noOrder = failed(CODE.noOrder, 'The order does not exist');

/** The member's one account: funds. */
export const accounts: Read = async ({ key }) =>
  // not money: an id
  data([{ id: Number(key.memberId), type: 'spot', subtype: '', state: 'working' }]);

/** Its balances: of each coin what can be traded, and what is frozen. */
export const balance: Read = async ({ key, named }, { db, market }) => {
  if (named !== key.memberId) return failed(CODE.account, 'Account doesnt exist.');
  const held = new Map(
    (await balancesOf(db, key.memberId))
      .filter(({ type }) => type === ACCOUNT_TYPE.funds)
      .map((each) => [each.coinId, each]),
  );
  const list = market.coins().flatMap(({ id, title }) => {
    const { available, frozen } = held.get(id) ?? { available: amount('0'), frozen: amount('0') };
    const currency = title.toLowerCase();
    return [
      { currency, type: 'trade', balance: format(available) },
      { currency, type: 'frozen', balance: format(frozen) },
    ];
  });
  // not money: an id
  return data({ id: Number(key.memberId), type: 'spot', state: 'working', list });
};

/** What a list's fields ask for; an error for one that cannot be read. */
function filterOf(
  asked: Asked,
  { market }: ReadingDeps,
  sizes: { readonly usual: number; readonly max: number },
): OrderFilter | HtxResult {
  const { key, fields } = asked;
  const found = marketIfGiven(asked, market);
  if (isAnswer(found)) return found;
  const size = sizeOf(fields, 'size', sizes);
  const [fromMs, toMs] = [wholeOf(fields, 'start-time'), wholeOf(fields, 'end-time')];
  const from = textOf(fields, 'from');
  const direct = textOf(fields, 'direct') ?? 'next';
  const isUp = direct === 'prev';
  const side = sideIn(fields);
  if (size === null || fromMs === null || toMs === null || side === undefined) return notNow;
  if ((from !== undefined && idOf(from) === undefined) || !['next', 'prev'].includes(direct)) return notNow;
  return {
    memberId: key.memberId,
    marketId: found?.id ?? null,
    within: key.markets,
    states: null,
    side,
    from: fromMs === undefined ? null : new Date(fromMs),
    to: toMs === undefined ? null : new Date(toMs),
    fromId: from ?? null,
    isUp: isUp && from !== undefined,
    size,
  };
}

const isRefused = (filter: OrderFilter | HtxResult): filter is HtxResult => 'ok' in filter;

/** Orders that are open. */
export const openOrders: Read = async (asked, deps) => {
  const wrong = wrongAccount(asked, 'account-id');
  if (wrong) return wrong;
  const filter = filterOf(asked, deps, { usual: 100, max: 500 });
  if (isRefused(filter)) return filter;
  const rows = await listOrders(deps.db, { ...filter, states: OPEN_STATES });
  return data(rows.map(openShape));
};

const STATES = ['created', 'pre-submitted', 'submitted', 'partial-filled', 'filled', 'partial-canceled', 'canceled'];
const MAX_LISTED = { usual: 100, max: 100 };

/** Orders of a market by their states. */
export const ordersByState: Read = async (asked, deps) => {
  const states = textOf(asked.fields, 'states')?.split(',');
  if (!states) return failed(CODE.missing, 'Field is missing: states.');
  if (states.some((state) => !STATES.includes(state))) return failed(CODE.format, 'Format Error: states.');
  const found = marketOf(asked, deps.market);
  if (isAnswer(found)) return found;
  const filter = filterOf(asked, deps, MAX_LISTED);
  return isRefused(filter) ? filter : data((await listOrders(deps.db, { ...filter, states })).map(orderShape));
};

/** Orders that are over, of one market or of all. */
export const orderHistory: Read = async (asked, deps) => {
  const asks = textOf(asked.fields, 'states')?.split(',') ?? CLOSED_STATES;
  if (asks.some((state) => !STATES.includes(state))) return failed(CODE.format, 'Format Error: states.');
  const filter = filterOf(asked, deps, { usual: 100, max: 1000 });
  if (isRefused(filter)) return filter;
  const states = CLOSED_STATES.filter((state) => asks.includes(state));
  return data((await listOrders(deps.db, { ...filter, states })).map(orderShape));
};

const shownOrder = (order: OrderRow | undefined, { key }: Asked): HtxResult => {
  if (!order) return noOrder;
  return key.isOn(order.market_id) ? data(orderShape(order)) : unpermitted;
};

/** One order, by its id. */
export const orderOf: Read = async (asked, { db }) => {
  const id = idOf(asked.named);
  return shownOrder(id === undefined ? undefined : await orderById(db, asked.key.memberId, id), asked);
};

/** One order, by the number that the program gave it. */
export const orderOfClient: Read = async (asked, { db }) => {
  const clientId = textOf(asked.fields, 'clientOrderId');
  if (clientId === undefined) return failed(CODE.missing, 'Field is missing: clientOrderId.');
  return shownOrder(await orderByClient(db, asked.key.memberId, clientId), asked);
};

/** The fills of an order. */
export const fillsOf: Read = async ({ key, named }, { db }) => {
  const id = idOf(named);
  const order = id === undefined ? undefined : await orderById(db, key.memberId, id);
  if (!order) return noOrder;
  if (!key.isOn(order.market_id)) return unpermitted;
  return data((await fillsOfOrders(db, [order.id])).map((fill) => fillShape(order, fill)).toReversed());
};

/** The member's fills, newest first: the newest, or those of a fill (`from`) and before it, or after it (`prev`). */
export const matches: Read = async (asked, deps) => {
  const filter = filterOf(asked, deps, { usual: 100, max: 500 });
  if (isRefused(filter)) return filter;
  const { fromId } = filter;
  const named = fromId === null ? undefined : fillOfTradeId(fromId);
  const begin = named && (await fillPlace(deps.db, asked.key.memberId, named));
  if (fromId !== null && !begin) return notNow;
  const found = await listFills(deps.db, { ...filter, begin: begin ?? null }, deps.clock.nowMs());
  return data(found.map(({ order, fill }) => fillShape(order, fill)));
};

const MAX_SYMBOLS = 10;

/** What markets charge. */
export const feeRates: Read = async ({ key, fields }, { market, settings }) => {
  const symbols = textOf(fields, 'symbols')?.split(',') ?? [];
  if (symbols.length === 0 || symbols.length > MAX_SYMBOLS) return failed(CODE.parameter, 'invalid symbols');
  const found = symbols.map((symbol) => market.bySymbol(symbol));
  if (found.includes(undefined)) return failed(CODE.symbol, 'The symbol is invalid');
  if (found.some((each) => each && !key.isOn(each.id))) return unpermitted;
  return dataV2(
    found.flatMap((each) => {
      if (!each) return [];
      const rate = formatShort(each.spotFee ?? settings().spot_fee);
      const rates = { makerFeeRate: rate, takerFeeRate: rate, actualMakerRate: rate, actualTakerRate: rate };
      return [{ symbol: each.symbol, ...rates }];
    }),
  );
};

/** HTX's names of what moved money. */
const TRANSFER_TYPES: Readonly<Record<string, string>> = {
  'spot-fill': 'trade',
  'flash-exchange': 'exchange',
  recharge: 'deposit',
  'demo-gift': 'deposit',
  'demo-funding': 'deposit',
  withdrawal: 'withdraw',
  'account-transfer': 'transfer',
  'member-transfer': 'transfer',
  loan: 'credit',
};
const MAX_BILLS = 500;

/** A number of a change; the lowest place says whether it is income, as receipts of both sides have one line. */
const transactIdOf = (row: {
  readonly journal_id: string;
  readonly line: number;
  readonly is_income: boolean;
}): number =>
  // not money: a number of a line
  Number(BigInt(row.journal_id) * 65_536n + BigInt(row.line) * 2n + (row.is_income ? 1n : 0n));
const placeOf = (transactId: number) => ({
  journal: BigInt(transactId) / 65_536n,
  // not money: a number of a line
  line: Number((BigInt(transactId) % 65_536n) / 2n),
});
const momentOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

/** Changes of the account's balances, newest first; `nextId` is the first that a page leaves out. */
export const ledger: Read = async (asked, { db, market }) => {
  const { key, fields } = asked;
  const wrong = wrongAccount(asked, 'accountId');
  if (wrong) return wrong;
  const limit = sizeOf(fields, 'limit', { usual: 100, max: MAX_BILLS });
  const [fromMs, toMs, fromId] = [wholeOf(fields, 'startTime'), wholeOf(fields, 'endTime'), wholeOf(fields, 'fromId')];
  const currency = textOf(fields, 'currency');
  const coin = market.coins().find(({ title }) => title.toLowerCase() === currency);
  if (limit === null || fromMs === null || toMs === null || fromId === null) return notNow;
  if (currency !== undefined && !coin) return notNow;
  const rows = await readBillsBetween(db, {
    memberId: key.memberId,
    coinId: coin?.id ?? null,
    type: ACCOUNT_TYPE.funds,
    from: momentOf(fromMs),
    to: momentOf(toMs),
    begin: fromId === undefined ? null : placeOf(fromId),
    limit: limit + 1,
  });
  const next = rows[limit];
  return dataV2(
    rows.slice(0, limit).map((row) => ({
      // not money: an id
      accountId: Number(key.memberId),
      currency: row.coin.toLowerCase(),
      transactAmt: `${row.is_income ? '' : '-'}${format(amount(row.amount))}`,
      transactType: 'transfer',
      transferType: row.other_house === 'fees' ? 'transact-fee' : (TRANSFER_TYPES[row.kind] ?? 'other-types'),
      transactId: transactIdOf(row),
      transactTime: row.at.getTime(),
    })),
    next && { nextId: transactIdOf(next) },
  );
};
