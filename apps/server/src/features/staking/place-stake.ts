import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { fits, format, formatShort, placesUsed, ZERO, type Amount } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { DAY_MS, stakeRevenue } from '@plimsoll/rules';
import type { Query } from '../../platform/db.ts';
import { idAt } from '../../platform/id-at.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { orderNumber } from '../../platform/order-number.ts';
import { locksAllowed, sharedLoans } from '../debt/index.ts';
import { readStakingOffers, type StakingOffer } from '../products/index.ts';
import type { StakingDeps } from './deps.ts';
import { opening } from './postings.ts';
import { KIND, type PlacedStake } from './stake.ts';
import { frozenAmong, insertStakes, takeStakeIds } from './store.ts';

interface Wish {
  readonly memberId: string;
  readonly projectId: string;
  readonly infoId: string;
  readonly amount: Amount;
}

/** A planned stake, with its coin's title. */
type Planned = PlacedStake & { readonly coin: string };

/** The terms of a stake on an offer, or a refusal. */
function agreed(
  { projectId, amount }: Wish,
  offer: StakingOffer | undefined,
): Result<Omit<Planned, 'id' | 'memberId' | 'placedAtMs' | 'endsAtMs'>> {
  if (!offer || offer.projectId !== projectId) return refuse('not_found');
  const {
    id: infoId,
    coin: { id: coinId, title: coin, decimals },
    type,
    days,
    rate,
    min,
  } = offer;
  if (placesUsed(amount) > decimals) return refuse('bad_amount');
  if (amount < min) return refuse('amount_below_minimum', { minimum: formatShort(min), coin });
  const revenue = stakeRevenue({ amount, rate, decimals }, days);
  if (revenue === ZERO) return refuse('earns_nothing');
  // No balance is as large as an amount that does not fit.
  if (!fits(revenue)) return refuse('insufficient_balance');
  return ok({ infoId, coinId, coin, type, days, rate, decimals, amount, revenue });
}

const offersOf = async (query: Query, wishes: readonly Wish[]): Promise<Map<string, StakingOffer>> =>
  new Map(
    (await readStakingOffers(query, [...new Set(wishes.map(({ infoId }) => infoId))])).map((offer) => [
      offer.id,
      offer,
    ]),
  );

const answered = ({ id, revenue, placedAtMs, endsAtMs }: PlacedStake): Answer<'submitStaking'> => ({
  // not money: an id, a number on the wire
  id: Number(id),
  order_num: orderNumber(KIND, id, new Date(placedAtMs)),
  end_time: new Date(endsAtMs).toISOString(),
  total_revenue: format(revenue),
});

/** Holds amounts on the present terms, which stay the stake's; the revenue is reserved too (RULES 6). */
function placing({ clock, debts }: StakingDeps): LedgerCommand<Wish, PlacedStake, Answer<'submitStaking'>> {
  return defineCommand({
    name: 'staking.place',
    // What covers a debt counts the ones before.
    plansTogether: true,
    shares: (wishes) => [sharedLoans({ memberIds: wishes.map(({ memberId }) => memberId) })],
    async plan(tx, wishes) {
      const [ids, offers, frozen] = await Promise.all([
        takeStakeIds(tx, wishes.length),
        offersOf(tx, wishes),
        frozenAmong(
          tx,
          wishes.map(({ memberId }) => memberId),
        ),
      ]);
      const placedAtMs = clock.nowMs();
      const planned = wishes.map((wish, index): Result<Planned> => {
        if (frozen.has(wish.memberId)) return refuse('frozen_member');
        const terms = agreed(wish, offers.get(wish.infoId));
        if (!terms.ok) return terms;
        return ok({
          ...terms.value,
          id: idAt(ids, index),
          memberId: wish.memberId,
          placedAtMs,
          endsAtMs: placedAtMs + terms.value.days * DAY_MS,
        });
      });
      return (await locksAllowed(debts, tx, planned, (each) => each)).map((each): Result<Plan<PlacedStake>> =>
        each.ok ? ok({ journals: [opening(each.value)], planned: each.value }) : each,
      );
    },
    record: (tx, rows) => ({ outcomes: rows.map(answered), sent: insertStakes(tx, rows) }),
  });
}

/**
 * Handles `submitStaking`. Checks in the wire's order: the offer and its minimum, overdue loans, the payment password;
 * the ledger checks the balance last.
 */
export function placesStakes(
  deps: StakingDeps,
): (
  memberId: string,
  input: Input<'submitStaking'>,
  claim?: IdempotencyClaim,
) => Promise<Result<Answer<'submitStaking'>>> {
  const { db, writer, payments, debts } = deps;
  const command = placing(deps);
  return async (memberId, { id: projectId, s_id: infoId, amount, paypassword }, claim) => {
    const wish: Wish = { memberId, projectId, infoId, amount };
    const terms = agreed(wish, (await offersOf(db, [wish])).get(infoId));
    if (!terms.ok) return terms;
    const [debt] = await debts.look(db, 'locks', [{ memberId, ...terms.value }]);
    if (debt) return { ok: false, refusal: debt };
    const allowed = await payments.check(memberId, paypassword);
    return allowed.ok ? writer.submit(command, wish, claim) : allowed;
  };
}
