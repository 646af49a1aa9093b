import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { PAY_TYPE } from '@plimsoll/contract/codes/payouts';
import { CLAIM_MAX } from '@plimsoll/contract/figures';
import { amount, formatShort, placesUsed } from '@plimsoll/money';
import { defineCommand, type LedgerCommand } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { idAt } from '../../platform/id-at.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { namedIn } from '../../platform/uploads/index.ts';
import { readNetworks } from '../payouts/index.ts';
import type { FundingDeps } from './deps.ts';
import { claimTrace, insertRecharges, takeRechargeIds, type Claim } from './recharge-store.ts';

/** Maximum of one deposit, claimed or credited (docs/wire/assets.md). */
export const MAX_CLAIMED = amount(CLAIM_MAX);

/** No money moves. */
function claiming(clock: Clock): LedgerCommand<Claim, Claim & { readonly id: string }, Answer<'recharge'>> {
  return defineCommand({
    name: 'funding.recharge',
    async plan(tx, claims) {
      const ids = await takeRechargeIds(tx, claims.length);
      return claims.map((claim, index) => {
        const planned = { ...claim, id: idAt(ids, index) };
        return ok({ journals: [], planned, trace: claimTrace(planned) });
      });
    },
    record: (tx, rows) => ({
      // not money: an id, a number on the wire
      outcomes: rows.map(({ id }) => ({ id: Number(id) })),
      sent: insertRecharges(tx, rows, new Date(clock.nowMs())),
    }),
  });
}

/**
 * Handles `recharge`. Refuses an unknown coin, network or proof, another member's proof, an invalid image link, too
 * many places, and too large an amount.
 */
export function recharges({
  db,
  writer,
  market,
  clock,
  uploads,
}: FundingDeps): (
  memberId: string,
  input: Input<'recharge'>,
  claim?: IdempotencyClaim,
) => Promise<Result<Answer<'recharge'>>> {
  const command = claiming(clock);
  return async (memberId, { c_id, num, payimg, a_id }, claim) => {
    if (namedIn(payimg) === undefined) return refuse('bad_image');
    const coin = market.coin(c_id);
    if (!coin) return refuse('not_found');
    if (placesUsed(num) > coin.decimals) return refuse('bad_amount');
    const network = (await readNetworks(db)).find(({ id, coin_id }) => id === a_id && coin_id === coin.id);
    const proof = await uploads.owns(memberId, payimg);
    if (!network || !proof) return refuse('not_found');
    if (num > MAX_CLAIMED)
      return refuse('amount_above_maximum', { maximum: formatShort(MAX_CLAIMED), coin: coin.title });
    const { method, address, account_number, name } = network;
    return writer.submit(
      command,
      {
        memberId,
        coinId: coin.id,
        networkId: network.id,
        address: method === PAY_TYPE.bank ? account_number : address,
        networkName: name,
        claimed: num,
        proof,
      },
      claim,
    );
  };
}
