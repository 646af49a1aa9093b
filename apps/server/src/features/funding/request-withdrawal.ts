import { ok, refuse, type Answer, type Input, type Refusal, type Result } from '@plimsoll/contract';
import { fits, formatShort, notional, placesUsed, plus, unitOf, type Amount } from '@plimsoll/money';
import type { Deed, Plan } from '../../ledger/index.ts';
import type { MarketData } from '../../market/types.ts';
import type { Tx } from '../../platform/db.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { momentText } from '../../platform/moment-text.ts';
import { feeAndNet, readCoinLimits, type CoinLimits, type FeeAndNet } from './coin-limits.ts';
import type { Proof } from '../security/index.ts';
import type { FundingDeps } from './deps.ts';
import { requesting } from './postings.ts';
import { targetOf } from './target.ts';
import { readWithdrawer, waitsUntil } from './waits.ts';
import { insertWithdrawals, takeWithdrawalIds, type Request } from './withdrawal-store.ts';

/** What is asked for, with the second factor that allows it where the member has set one. */
type Proven = Request & { readonly proof?: Proof; readonly decimals: number };
type Numbered = Proven & { readonly id: string };

/**
 * Uses the second factors up that were shown, in the transaction that holds the money: a code allows one withdrawal, however many processes are
 * asked with it at once, and one that was rolled back used none. Which requests may not go on, and why. In the order of members, so that
 * batches of two processes never wait for each other.
 */
async function refusedProofs(tx: Tx, { second }: FundingDeps, requests: readonly Proven[]): Promise<ReadonlyMap<Proven, Refusal>> {
  const refused = new Map<Proven, Refusal>();
  for (const request of [...requests].sort((one, other) => (BigInt(one.memberId) < BigInt(other.memberId) ? -1 : 1))) {
    const { memberId, proof } = request;
    if (proof && !(await second.take(tx, memberId, proof))) refused.set(request, { reason: proof.kind === 'passkey' ? 'bad_passkey' : 'bad_second_factor' });
  }
  return refused;
}

/** Holds the whole amount and writes what was asked for (rules 5). */
function holding(deps: FundingDeps): Deed<Proven, Numbered, Answer<'withdraw'>> {
  const { clock, debts: owed } = deps;
  return {
    name: 'funding.withdraw',
    async plan(tx, requests) {
      const [ids, debts] = await Promise.all([takeWithdrawalIds(tx, requests.length), owed.refused(tx, 'leaves', requests)]);
      const proofs = await refusedProofs(tx, deps, requests.filter((_each, index) => !debts[index]));
      return requests.map((request, index): Result<Plan<Numbered>> => {
        const refusal = debts[index] ?? proofs.get(request);
        if (refusal) return { ok: false, refusal };
        const planned = { ...request, id: ids[index] as string };
        return ok({ journals: [requesting(planned)], planned });
      });
    },
    record: (tx, rows) => ({
      // not money: an id, a number on the wire
      outcomes: rows.map(({ id }) => ({ id: Number(id) })),
      sent: insertWithdrawals(tx, rows, new Date(clock.nowMs())),
    }),
  };
}

/** What an amount is worth in USDT by the last prices, rounded up; null when nobody knows. */
export function worthOf(coinId: string, quantity: Amount, market: MarketData): Amount | null {
  const each = market.usdtPrice(coinId);
  const worth = each === undefined ? null : notional(each, quantity, 'up');
  return worth !== null && fits(worth) ? worth : null;
}

/** The coin's bounds; an amount that its fee would eat up is below the least too. */
function withinLimits(gross: Amount, coin: string, limits: CoinLimits): Result<FeeAndNet> {
  const parts = feeAndNet(gross, limits);
  if (gross < limits.least) return refuse('amount_below_minimum', { minimum: formatShort(limits.least), coin });
  if (parts.net === 0n) return refuse('amount_below_minimum', { minimum: formatShort(plus(parts.fee, unitOf(limits.decimals))), coin });
  if (gross > limits.most) return refuse('amount_above_maximum', { maximum: formatShort(limits.most), coin });
  return ok(parts);
}

/**
 * What a member asks with `withdraw`. In the wire's order: the coin and the card, the coin's limits, the wait after something new, identity,
 * overdue loans, the payment password, the second factor; the balance last, by the ledger.
 */
export function withdrawals(deps: FundingDeps): (memberId: string, input: Input<'withdraw'>, claim?: IdempotencyClaim) => Promise<Result<Answer<'withdraw'>>> {
  const { db, writer, market, settings, payments, second, debts } = deps;
  const deed = holding(deps);
  return async (memberId, input, claim) => {
    const coin = market.coin(input.c_id);
    if (!coin) return refuse('not_found');
    const { id: coinId, title } = coin;
    if (placesUsed(input.num) > coin.decimals) return refuse('bad_amount');
    const [target, limits, withdrawer] = await Promise.all([targetOf(db, memberId, input), readCoinLimits(db, coinId), readWithdrawer(db, memberId)]);
    if (!target.ok) return target;
    const parts = withinLimits(input.num, title, limits);
    if (!parts.ok) return parts;
    const untilMs = waitsUntil(withdrawer, target.value.boundAt, deps);
    if (untilMs !== undefined) return refuse('withdrawals_wait', { until: momentText(untilMs) });
    if (settings().identity_for_withdrawal === 1 && !withdrawer.isCertified) return refuse('identity_needed');
    const [debt] = await debts.look(db, 'leaves', [{ memberId, coinId, coin: title, decimals: coin.decimals, amount: input.num }]);
    if (debt) return { ok: false, refusal: debt };
    const allowed = await payments.check(memberId, input.paypwd);
    if (!allowed.ok) return allowed;
    const shown = await second.ask(memberId, input, 'withdraw');
    if (!shown.ok) return shown;
    return writer.submit(deed, {
      ...(shown.value ? { proof: shown.value } : {}),
      memberId, coinId, coin: title, decimals: coin.decimals, amount: input.num, ...parts.value, target: target.value, worth: worthOf(coinId, input.num, market),
      fourEyesThreshold: settings().four_eyes_threshold,
    }, claim);
  };
}
