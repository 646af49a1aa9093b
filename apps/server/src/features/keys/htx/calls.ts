import type { HtxResult } from './answers.ts';
import type { Asked } from './asked.ts';
import * as dealing from './dealing.ts';
import * as reading from './reading.ts';

/** A private call of HTX's. */
export interface HtxCall {
  readonly method: 'GET' | 'POST';
  /** Without the prefix; `{}` names something. */
  readonly path: string;
  /** The right that a key needs. */
  readonly right: 'read' | 'trade';
  readonly answer: (asked: Asked, deps: reading.ReadingDeps & dealing.DealingDeps) => Promise<HtxResult>;
}

const get = (path: string, answer: HtxCall['answer']): HtxCall => ({ method: 'GET', path, right: 'read', answer });
const post = (path: string, answer: HtxCall['answer']): HtxCall => ({ method: 'POST', path, right: 'trade', answer });

/** Every private call (docs/API.md). Of two that fit a path the first is meant. */
export const HTX_CALLS: readonly HtxCall[] = [
  get('/v1/account/accounts', reading.accounts),
  get('/v1/account/accounts/{}/balance', reading.balance),
  get('/v1/order/openOrders', reading.openOrders),
  get('/v1/order/orders', reading.ordersByState),
  get('/v1/order/history', reading.orderHistory),
  get('/v1/order/orders/getClientOrder', reading.orderOfClient),
  get('/v1/order/matchresults', reading.matches),
  get('/v1/order/orders/{}/matchresults', reading.fillsOf),
  get('/v1/order/orders/{}', reading.orderOf),
  get('/v2/reference/transact-fee-rate', reading.feeRates),
  get('/v2/account/ledger', reading.ledger),
  post('/v1/order/orders/place', dealing.place),
  post('/v1/order/orders/submitCancelClientOrder', dealing.cancelClient),
  post('/v1/order/orders/batchcancel', dealing.cancelThese),
  post('/v1/order/orders/batchCancelOpenOrders', dealing.cancelOpen),
  post('/v1/order/orders/{}/submitcancel', dealing.cancel),
  post('/v2/algo-orders/cancel-all-after', dealing.cancelAllAfter),
];

interface Found {
  readonly call: HtxCall;
  readonly named: string;
}

const PATTERNS = HTX_CALLS.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replaceAll('-', '\\-').replace('{}', '([^/]+)')}$`),
}));

/** The call of a path, without its prefix. */
export function callOf(method: string, path: string): Found | undefined {
  for (const { call, pattern } of PATTERNS) {
    const match = call.method === method ? pattern.exec(path) : null;
    if (match) return { call, named: match[1] ?? '' };
  }
  return undefined;
}
