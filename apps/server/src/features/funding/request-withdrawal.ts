import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { formatShort, placesUsed, plus, unitOf, type Amount } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { withdrawalParts, type FeeAndNet } from '@plimsoll/rules';
import { idAt } from '../../platform/id-at.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { sharedLoans } from '../debt/index.ts';
import { sharedMembers, worthForOne, type Asker, type Leaving, type Passing } from '../gate/index.ts';
import { readCoinLimits, type CoinLimits } from './coin-limits.ts';
import type { FundingDeps } from './deps.ts';
import { requesting } from './postings.ts';
import { destinationOf, targetOf } from './target.ts';
import { insertWithdrawals, takeWithdrawalIds, type Request } from './withdrawal-store.ts';

/** A request, with the opened gate. */
type Wish = Request & { readonly passing: Passing };
type Numbered = Wish & { readonly id: string };

/** Holds the whole amount (RULES 5), if the gate lets it pass (RULES 8). */
function holding({ clock, gate }: FundingDeps): LedgerCommand<Wish, Numbered, Answer<'withdraw'>> {
  return defineCommand({
    name: 'funding.withdraw',
    // The gate's limit counts the ones before.
    plansTogether: true,
    shares: (requests) => {
      const memberIds = requests.map(({ memberId }) => memberId);
      return [sharedMembers(memberIds), sharedLoans({ memberIds })];
    },
    async plan(tx, requests) {
      const ids = await takeWithdrawalIds(tx, requests.length);
      const refused = await gate.refused(
        tx,
        requests.map(({ passing }) => passing),
      );
      return requests.map((request, index): Result<Plan<Numbered>> => {
        const refusal = refused[index];
        if (refusal) return { ok: false, refusal };
        const planned = { ...request, id: idAt(ids, index) };
        return ok({ journals: [requesting(planned)], planned });
      });
    },
    record: (tx, rows) => ({
      // not money: an id, a number on the wire
      outcomes: rows.map(({ id }) => ({ id: Number(id) })),
      sent: Promise.all([
        insertWithdrawals(tx, rows, new Date(clock.nowMs())),
        gate.passed(
          tx,
          rows.map(({ id, passing }) => ({ id, wish: passing })),
        ),
      ]),
    }),
  });
}

/** An amount consumed by its fee is below the minimum too. */
function withinLimits(gross: Amount, coin: string, limits: CoinLimits): Result<FeeAndNet> {
  const parts = withdrawalParts(gross, limits);
  if (gross < limits.min) return refuse('amount_below_minimum', { minimum: formatShort(limits.min), coin });
  if (parts.net === 0n)
    return refuse('amount_below_minimum', { minimum: formatShort(plus(parts.fee, unitOf(limits.decimals))), coin });
  if (gross > limits.max) return refuse('amount_above_maximum', { maximum: formatShort(limits.max), coin });
  return ok(parts);
}

type Asked = Pick<Input<'withdraw'>, 'c_id' | 'num' | 'withdraw_type' | 'bank_id'>;
type Read = Pick<Request, 'coinId' | 'coin' | 'amount' | 'fee' | 'net' | 'target'> & { readonly leaving: Leaving };

/** In the wire's order: coin, destination, the coin's limits. */
async function readRequest(
  { db, market }: Pick<FundingDeps, 'db' | 'market'>,
  memberId: string,
  input: Asked,
): Promise<Result<Read>> {
  const coin = market.coin(input.c_id);
  if (!coin) return refuse('not_found');
  const { id: coinId, title, decimals } = coin;
  if (placesUsed(input.num) > decimals) return refuse('bad_amount');
  const [target, limits] = await Promise.all([targetOf(db, memberId, input), readCoinLimits(db, coinId)]);
  if (!target.ok) return target;
  const parts = withinLimits(input.num, title, limits);
  if (!parts.ok) return parts;
  const leaving = {
    kind: 'withdrawal',
    memberId,
    coinId,
    coin: title,
    decimals,
    amount: input.num,
    fee: parts.value.fee,
    to: destinationOf(target.value, coinId),
  } as const;
  return ok({ coinId, coin: title, amount: input.num, ...parts.value, target: target.value, leaving });
}

/** What a withdrawal would send where, for a passkey to sign. */
export const leavingBy =
  (deps: Pick<FundingDeps, 'db' | 'market'>) =>
  async (memberId: string, input: Asked): Promise<Result<Leaving>> => {
    const read = await readRequest(deps, memberId, input);
    return read.ok ? ok(read.value.leaving) : read;
  };

/**
 * Handles `withdraw`. In the wire's order: coin and destination, the coin's limits, the gate; the ledger checks the
 * balance last.
 */
export function withdrawals(
  deps: FundingDeps,
): (asker: Asker, input: Input<'withdraw'>, claim?: IdempotencyClaim) => Promise<Result<Answer<'withdraw'>>> {
  const { writer, settings, gate, market } = deps;
  const command = holding(deps);
  return async (asker, { paypwd, password, second, code, passkey, ...input }, claim) => {
    const { memberId } = asker;
    const read = await readRequest(deps, memberId, input);
    if (!read.ok) return read;
    const { leaving, ...request } = read.value;
    const opened = await gate.open(leaving, asker, { second, code, passkey, login: password, payment: paypwd });
    if (!opened.ok) return opened;
    const { value: passing } = opened;
    // The gate counts a coin by its last price, of any age: for one operator alone that is too little.
    const worth = worthForOne(leaving.coinId, leaving.amount, market);
    return writer.submit(
      command,
      { memberId, ...request, worth, fourEyesThreshold: settings().four_eyes_threshold, passing },
      claim,
    );
  };
}
