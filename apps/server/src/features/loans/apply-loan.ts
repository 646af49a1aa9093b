import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { fits, formatShort, placesUsed, plus, type Amount } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { sharedLoans } from '../debt/index.ts';
import { loanInterest } from '@plimsoll/rules';
import { idAt } from '../../platform/id-at.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { orderNumber } from '../../platform/order-number.ts';
import { namedIn } from '../../platform/uploads/index.ts';
import { readOfferedLoans, type OfferedLoan } from '../products/index.ts';
import type { LoanDeps } from './deps.ts';
import { KIND, LENT, lentCoin, type AppliedLoan, type LoanImages } from './loan.ts';
import { applicationTrace, insertLoans, readFrozen, takeLoanIds } from './store.ts';

interface Wish {
  readonly memberId: string;
  readonly projectId: string;
  readonly coinId: string;
  readonly decimals: number;
  readonly amount: Amount;
  readonly images: LoanImages;
}

/** Undefined when the amount is within the offer's limits. */
function outside(amount: Amount, { min, max }: OfferedLoan) {
  if (amount < min) return refuse('amount_below_minimum', { minimum: formatShort(min), coin: LENT });
  if (amount > max) return refuse('amount_above_maximum', { maximum: formatShort(max), coin: LENT });
  return undefined;
}

/** On the offer's present terms, which stay the loan's. No money moves. */
function applying({ clock, debts }: LoanDeps): LedgerCommand<Wish, AppliedLoan, Answer<'applyLoan'>> {
  return defineCommand({
    name: 'loans.apply',
    shares: (wishes) => [sharedLoans({ memberIds: wishes.map(({ memberId }) => memberId) })],
    async plan(tx, wishes) {
      const [ids, offers, frozen, owing] = await Promise.all([
        takeLoanIds(tx, wishes.length),
        readOfferedLoans(
          tx,
          wishes.map(({ projectId }) => projectId),
        ),
        readFrozen(
          tx,
          wishes.map(({ memberId }) => memberId),
        ),
        debts.owing(
          tx,
          wishes.map(({ memberId }) => memberId),
        ),
      ]);
      const byId = new Map(offers.map((offer) => [offer.id, offer]));
      return wishes.map((wish, index): Result<Plan<AppliedLoan>> => {
        const offer = byId.get(wish.projectId);
        if (frozen.has(wish.memberId)) return refuse('frozen_member');
        if (!offer) return refuse('not_found');
        const refused = outside(wish.amount, offer);
        if (refused) return refused;
        if (owing.has(wish.memberId)) return refuse('overdue_loan');
        const interest = loanInterest({ ...wish, rate: offer.rate }, offer.cycle);
        const planned = {
          ...wish,
          id: idAt(ids, index),
          projectVersion: offer.version,
          rate: offer.rate,
          days: offer.cycle,
          interest,
          total: plus(wish.amount, interest),
        };
        if (!fits(planned.total)) return refuse('bad_amount');
        return ok({ journals: [], planned, trace: applicationTrace(planned) });
      });
    },
    record(tx, rows) {
      const at = new Date(clock.nowMs());
      return {
        // not money: an id, a number on the wire
        outcomes: rows.map(({ id }) => ({ id: Number(id), order_num: orderNumber(KIND, id, at) })),
        sent: rows.length === 0 ? Promise.resolve() : insertLoans(tx, rows, at),
      };
    },
  });
}

/**
 * Handles `applyLoan`. In the wire's order: whole USDT and valid links, the offer and the member's own uploads, the
 * offer's limits, overdue loans.
 */
export function applications(
  deps: LoanDeps,
): (memberId: string, input: Input<'applyLoan'>, claim?: IdempotencyClaim) => Promise<Result<Answer<'applyLoan'>>> {
  const { db, writer, market, uploads } = deps;
  const command = applying(deps);
  return async (memberId, { id: projectId, amount, front_card, later_card, handheld_card }, claim) => {
    if (placesUsed(amount) > 0) return refuse('bad_amount');
    const links = [front_card, later_card, handheld_card];
    if (links.some((link) => namedIn(link) === undefined)) return refuse('bad_image');
    const coin = lentCoin(market);
    const [[offer], [front, back, handheld]] = await Promise.all([
      readOfferedLoans(db, [projectId]),
      Promise.all(links.map((link) => uploads.owns(memberId, link))),
    ]);
    if (!coin || !offer || !front || !back || !handheld) return refuse('not_found');
    const refused = outside(amount, offer);
    if (refused) return refused;
    const images = { front: front.name, back: back.name, handheld: handheld.name };
    return writer.submit(
      command,
      { memberId, projectId, coinId: coin.id, decimals: coin.decimals, amount, images },
      claim,
    );
  };
}
