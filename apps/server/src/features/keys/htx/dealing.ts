import { refuse, type Answer, type OrderInput, type OrderKind, type Result } from '@plimsoll/contract';
import { parseAmount, parsePrice } from '@plimsoll/money';
import type { Market, MarketData } from '../../../market/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import type { IdempotencyClaim } from '../../../platform/idempotency.ts';
import type { Spot } from '../../spot/index.ts';
import type { KnownKey } from '../known-keys.ts';
import { answered, CODE, data, dataV2, errorOf, failed, unpermitted, type HtxResult } from './answers.ts';
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
  type HtxFields,
} from './asked.ts';
import { CLIENT_ID, listOrders, OPEN_STATES, orderByClient, orderById, type OrderRow } from './order-store.ts';
import { stateOf } from './shapes.ts';

export interface DealingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly market: MarketData;
  readonly spot: Spot['service'];
  /** Sets when a key's orders are cancelled; null: never. */
  readonly watch: (keyId: string, dueMs: number | null) => Promise<void>;
}

type Deal = (asked: Asked, deps: DealingDeps) => Promise<HtxResult>;

const TYPE = /^(buy|sell)-(limit|market|ioc|limit-fok|limit-maker)$/;
const KINDS: Readonly<Record<string, OrderKind>> = {
  limit: 'plain',
  ioc: 'ioc',
  'limit-fok': 'fok',
  'limit-maker': 'maker',
};

/** The number that a program gives an order; undefined for none, null for what can be no number of an order. */
function clientIdOf(fields: HtxFields): string | null | undefined {
  const given = fields['client-order-id'] ?? '';
  if (given === '') return undefined;
  const text = textOf(fields, 'client-order-id');
  return text !== undefined && CLIENT_ID.test(text) ? text : null;
}

/** The order that a body describes. */
function orderIn({ fields }: Asked, market: Market): OrderInput | HtxResult {
  const [, sideText, kindText = ''] = TYPE.exec(textOf(fields, 'type') ?? '') ?? [];
  if (sideText === undefined) return failed(CODE.parameter, 'invalid type');
  if (fields['stop-price'] !== undefined) return failed(CODE.parameter, 'stop orders are not offered');
  const side = sideText === 'buy' ? 'buy' : 'sell';
  const quantity = parseAmount(String(textOf(fields, 'amount')));
  if (quantity === null || quantity === 0n) return failed(CODE.amount, 'Paramemter `amount` is invalid.');
  const head = { m_id: market.id, side } as const;
  if (kindText === 'market') {
    return side === 'buy'
      ? { ...head, mode: 'market', side, amount: quantity }
      : { ...head, mode: 'market', side, num: quantity };
  }
  const price = parsePrice(String(textOf(fields, 'price')));
  if (price === null || price === 0n) return failed(CODE.price, 'invalid price');
  return { ...head, mode: 'limit', price, num: quantity, kind: KINDS[kindText] ?? 'plain' };
}

const isOrder = (read: OrderInput | HtxResult): read is OrderInput => 'mode' in read;

/** Places an order. Its number is its idempotency key: the same number is the same order. */
export const place: Deal = async (asked, { market, spot }) => {
  const { key, fields, kept } = asked;
  const wrong = wrongAccount(asked, 'account-id');
  if (wrong) return wrong;
  const found = marketOf(asked, market);
  if (isAnswer(found)) return found;
  const input = orderIn(asked, found);
  if (!isOrder(input)) return input;
  const clientId = clientIdOf(fields);
  // An order whose number was passed over could not be asked for again without being placed twice.
  if (clientId === null) return failed(CODE.format, 'Format Error: client-order-id.');
  const by = { id: key.id, clientId: clientId ?? null, isCapped: key.isCapped };
  const placed =
    clientId === undefined
      ? await spot.place(key.memberId, input, undefined, by)
      : await placeOnce(clientId, input, { key, kept }, (claim) => spot.place(key.memberId, input, claim, by));
  return answered(placed, ({ id }) => data(String(id)), input);
};

async function placeOnce(
  clientId: string,
  input: OrderInput,
  { key, kept }: Pick<Asked, 'key' | 'kept'>,
  deal: (claim: IdempotencyClaim) => Promise<Result<Answer<'upbbbuy'>>>,
): Promise<Result<Answer<'upbbbuy'>>> {
  const claim: IdempotencyClaim = {
    memberId: key.memberId,
    call: 'orders/place',
    key: clientId,
    ...kept.bodyHashes({ success: true, data: input }, {}),
    kept: false,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was kept under this call is its answer
  return (await kept.answer(claim, () => deal(claim), { byOneCommand: true })) as Result<Answer<'upbbbuy'>>;
}

/** Cancels an order of the member's, in a market that the key may work on. */
async function cancelOne(order: OrderRow | undefined, key: KnownKey, { spot }: DealingDeps): Promise<Result<null>> {
  if (!order || !key.isOn(order.market_id)) return refuse('not_found');
  return spot.cancel(key.memberId, order.id);
}

/** Cancels an order by its id. */
export const cancel: Deal = async ({ key, named }, deps) => {
  const id = idOf(named);
  const order = id === undefined ? undefined : await orderById(deps.db, key.memberId, id);
  if (order && !key.isOn(order.market_id)) return unpermitted;
  return answered(await cancelOne(order, key, deps), () => data(named));
};

/** HTX's number of the state `canceled`. */
const CANCELED = 7;

/** Cancels an order by the number that the program gave it. */
export const cancelClient: Deal = async ({ key, fields }, deps) => {
  const clientId = textOf(fields, 'client-order-id');
  if (clientId === undefined) return failed(CODE.missing, 'Field is missing: client-order-id.');
  const order = await orderByClient(deps.db, key.memberId, clientId);
  if (order && !key.isOn(order.market_id)) return unpermitted;
  return answered(await cancelOne(order, key, deps), () => data(CANCELED));
};

const MAX_AT_ONCE = 50;

const listIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_AT_ONCE
    ? value.map((each: unknown) => (typeof each === 'string' || typeof each === 'number' ? String(each) : ''))
    : undefined;

/** Cancels up to fifty orders, by their ids or by the program's numbers; says of each what became of it. */
export const cancelThese: Deal = async ({ key, fields }, deps) => {
  const ids = listIn(fields['order-ids']);
  const clientIds = listIn(fields['client-order-ids']);
  const names = ids ?? clientIds;
  if (!names) return failed(CODE.missing, 'Field is missing: order-ids.');
  const each = await Promise.all(
    names.map(async (name) => {
      const id = idOf(name);
      const order = ids
        ? id === undefined
          ? undefined
          : await orderById(deps.db, key.memberId, id)
        : await orderByClient(deps.db, key.memberId, name);
      return { name, order, result: await cancelOne(order, key, deps) };
    }),
  );
  return data({
    success: each.filter(({ result }) => result.ok).map(({ name }) => name),
    failed: each.flatMap(({ name, order, result }) => {
      if (result.ok) return [];
      const { code, message } = errorOf(result.refusal);
      return [
        {
          'err-msg': message,
          'err-code': code,
          'order-id': order?.id ?? (ids ? name : ''),
          'client-order-id': order?.client_id ?? (ids ? '' : name),
          'order-state': order ? stateOf(order) : '-1',
        },
      ];
    }),
  });
};

/** Cancels the member's open orders, up to a hundred at once. */
export const cancelOpen: Deal = async (asked, deps) => {
  const { key, fields } = asked;
  const wrong = wrongAccount(asked, 'account-id');
  if (wrong) return wrong;
  const found = marketIfGiven(asked, deps.market);
  if (isAnswer(found)) return found;
  const size = sizeOf(fields, 'size', { usual: 100, max: 100 });
  const side = sideIn(fields);
  if (size === null || side === undefined) return failed(CODE.parameter, 'invalid parameter');
  const [orders, next] = await openOrdersOf(deps.db, key, { marketId: found?.id ?? null, side, size });
  const results = await Promise.all(orders.map((order) => cancelOne(order, key, deps)));
  const success = results.filter(({ ok }) => ok).length;
  return data({ 'success-count': success, 'failed-count': results.length - success, 'next-id': next });
};

async function openOrdersOf(
  db: Db,
  key: Pick<KnownKey, 'memberId' | 'markets'>,
  { marketId, side, size }: { readonly marketId: string | null; readonly side: 1 | 2 | null; readonly size: number },
): Promise<readonly [orders: readonly OrderRow[], nextId: number]> {
  const rows = await listOrders(db, {
    memberId: key.memberId,
    marketId,
    within: key.markets,
    states: OPEN_STATES,
    side,
    from: null,
    to: null,
    fromId: null,
    isUp: false,
    size: size + 1,
  });
  const next = rows[size];
  // not money: an id
  return [rows.slice(0, size), next ? Number(next.id) : -1];
}

const MIN_SECONDS = 5;
const MAX_SECONDS = 86_400;

/** Sets, moves or ends a dead man's switch: without another call in time, the open orders are cancelled. */
export const cancelAllAfter: Deal = async ({ key, fields }, { clock, watch }) => {
  const seconds = wholeOf(fields, 'timeout');
  if (seconds === undefined || seconds === null) return failed(CODE.missing, 'Field is missing: timeout.');
  if (seconds !== 0 && (seconds < MIN_SECONDS || seconds > MAX_SECONDS))
    return failed(CODE.parameter, `timeout is 0, or from ${MIN_SECONDS} to ${MAX_SECONDS} seconds`);
  const nowMs = clock.nowMs();
  const dueMs = seconds === 0 ? null : nowMs + seconds * 1000;
  await watch(key.id, dueMs);
  return dataV2({ currentTime: nowMs, triggerTime: dueMs ?? 0 });
};

/** Cancels every open order in a key's markets, in turns of a hundred. @returns how many */
export async function cancelEverything(
  key: Pick<KnownKey, 'memberId' | 'markets'>,
  { db, spot }: Pick<DealingDeps, 'db' | 'spot'>,
): Promise<number> {
  let cancelled = 0;
  for (;;) {
    const [orders] = await openOrdersOf(db, key, { marketId: null, side: null, size: MAX_AT_ONCE * 2 });
    const results = await Promise.all(orders.map(({ id }) => spot.cancel(key.memberId, id)));
    const done = results.filter(({ ok }) => ok).length;
    cancelled += done;
    if (done === 0) return cancelled;
  }
}
