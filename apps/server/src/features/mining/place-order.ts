import { ok, refuse, type Answer, type Input, type Refusal, type Result } from '@plimsoll/contract';
import { fits, format, formatShort, placesUsed, ZERO, type Amount } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { DAY_MS, miningDaily, miningTotal } from '@plimsoll/rules';
import { idAt } from '../../platform/id-at.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { orderNumber } from '../../platform/order-number.ts';
import { locksAllowed, sharedLoans } from '../debt/index.ts';
import { readMiningOffers, type MiningOffer } from '../products/index.ts';
import type { MiningDeps } from './deps.ts';
import { KIND, type PlacedOrder } from './mining-order.ts';
import { opening } from './postings.ts';
import { frozenAmong, insertOrders, takeOrderIds } from './store.ts';

interface Wish {
  readonly memberId: string;
  readonly productId: string;
  readonly amount: Amount;
  /** The terms that the member has seen, as far as they were sent. */
  readonly seen: { readonly rate: Amount | undefined; readonly days: string | undefined };
}

/** A planned order, with its coin's title. */
type Planned = PlacedOrder & { readonly coin: string };

/** Whether the offer is still on the terms that the member has seen. */
const isAsSeen = ({ rate, cycle }: MiningOffer, { seen }: Wish): boolean =>
  (seen.rate === undefined || format(seen.rate) === format(rate)) &&
  (seen.days === undefined || seen.days === String(cycle));

/** Refuses an amount outside the terms; undefined when it is within. */
function unfit({ coin, min, max }: MiningOffer, amount: Amount): Refusal | undefined {
  if (placesUsed(amount) > coin.decimals) return { reason: 'bad_amount' };
  if (amount < min) return { reason: 'amount_below_minimum', params: { minimum: formatShort(min), coin: coin.title } };
  if (amount > max) return { reason: 'amount_above_maximum', params: { maximum: formatShort(max), coin: coin.title } };
  return undefined;
}

const answered = ({ id, daily, days, placedAtMs, endsAtMs }: PlacedOrder): Answer<'buyMiningMachine'> => ({
  // not money: an id, a number on the wire
  id: Number(id),
  order_num: orderNumber(KIND, id, new Date(placedAtMs)),
  end_time: new Date(endsAtMs).toISOString(),
  estimated_revenue: format(miningTotal(daily, days)),
});

/** Locks amounts on the present terms, which stay the order's; the revenue is reserved too (RULES 6). */
function placing({ clock, debts }: MiningDeps): LedgerCommand<Wish, PlacedOrder, Answer<'buyMiningMachine'>> {
  return defineCommand({
    name: 'mining.place',
    // What covers a debt counts the ones before.
    plansTogether: true,
    shares: (wishes) => [sharedLoans({ memberIds: wishes.map(({ memberId }) => memberId) })],
    async plan(tx, wishes) {
      const [ids, offers, frozen] = await Promise.all([
        takeOrderIds(tx, wishes.length),
        readMiningOffers(tx, [...new Set(wishes.map(({ productId }) => productId))]),
        frozenAmong(
          tx,
          wishes.map(({ memberId }) => memberId),
        ),
      ]);
      const placedAtMs = clock.nowMs();
      const byId = new Map(offers.map((offer) => [offer.id, offer]));
      const agreed = wishes.map((wish, index): Result<Planned> => {
        const { memberId, productId, amount } = wish;
        const offer = byId.get(productId);
        if (!offer) return refuse('not_found');
        if (frozen.has(memberId)) return refuse('frozen_member');
        if (!isAsSeen(offer, wish)) return refuse('terms_changed');
        const refusal = unfit(offer, amount);
        if (refusal) return { ok: false, refusal };
        const {
          version: productVersion,
          coin: { id: coinId, decimals },
          rate,
          cycle: days,
        } = offer;
        const daily = miningDaily({ amount, rate, decimals });
        if (daily === ZERO) return refuse('earns_nothing');
        // No balance is as large as an amount that does not fit.
        if (!fits(miningTotal(daily, days))) return refuse('insufficient_balance');
        return ok({
          id: idAt(ids, index),
          memberId,
          productId,
          productVersion,
          coinId,
          coin: offer.coin.title,
          rate,
          days,
          decimals,
          amount,
          daily,
          placedAtMs,
          endsAtMs: placedAtMs + days * DAY_MS,
        });
      });
      return (await locksAllowed(debts, tx, agreed, (each) => each)).map((each): Result<Plan<PlacedOrder>> =>
        each.ok ? ok({ journals: [opening(each.value)], planned: each.value }) : each,
      );
    },
    record: (tx, rows) => ({ outcomes: rows.map(answered), sent: insertOrders(tx, rows) }),
  });
}

/** Handles `buyMiningMachine`. Checks: the product and its terms, overdue loans; the ledger checks the balance last. */
export function placesOrders(
  deps: MiningDeps,
): (
  memberId: string,
  input: Input<'buyMiningMachine'>,
  claim?: IdempotencyClaim,
) => Promise<Result<Answer<'buyMiningMachine'>>> {
  const command = placing(deps);
  return (memberId, { id: productId, amount, interest_rate: rate, cycle: days }, claim) =>
    deps.writer.submit(command, { memberId, productId, amount, seen: { rate, days } }, claim);
}
