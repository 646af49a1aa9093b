import { ACCOUNT_TYPE, ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { WITHDRAW_TYPE } from '@plimsoll/contract/funding';
import { format, ZERO } from '@plimsoll/money';
import { balancesOf } from '../../ledger/index.ts';
import type { MarketData } from '../../market/types.ts';
import { readCoinLimits } from './coin-limits.ts';
import type { FundingDeps } from './deps.ts';
import { boundAddress, ownCard } from './target.ts';
import { readWithdrawer, waitsUntil } from './waits.ts';

/** Every coin can be withdrawn. */
export const listWithdrawable = (market: MarketData): Answer<'getCanWithdrawCoin'> =>
  // not money: an id, a number on the wire
  ({ list: market.coins().map(({ id, title }) => ({ id: Number(id), title })) });

/** What a member may withdraw of a coin, within which limits, at what fee, and where to (wire, getUserCoinBalance). */
export async function withdrawable(deps: FundingDeps, memberId: string, { c_id, withdraw_type, bank_id }: Input<'getUserCoinBalance'>): Promise<Result<Answer<'getUserCoinBalance'>>> {
  const { db, market, settings, debts } = deps;
  const coin = market.coin(c_id);
  if (!coin) return refuse('not_found');
  const isToBank = withdraw_type === WITHDRAW_TYPE.bank;
  const [limits, withdrawer, balances, bound, card] = await Promise.all([
    readCoinLimits(db, coin.id), readWithdrawer(db, memberId), balancesOf(db, memberId), boundAddress(db, memberId, coin.id),
    isToBank && bank_id !== undefined ? ownCard(db, memberId, bank_id) : undefined,
  ]);
  if (isToBank && bank_id !== undefined && !card) return refuse('not_found');
  const available = balances.find(({ type, coinId }) => type === ACCOUNT_TYPE.funds && coinId === coin.id)?.available ?? ZERO;
  const untilMs = waitsUntil(withdrawer, isToBank ? card?.at : bound && new Date(bound.addtime), deps);
  return ok({
    balance: format(await debts.free(db, { memberId, coinId: coin.id, coin: coin.title, decimals: coin.decimals }, available)),
    txminnum: format(limits.least),
    txmaxnum: format(limits.most),
    sxftype: limits.feeType,
    txsxf: format(limits.feePercent),
    txsxf_n: format(limits.feeFixed),
    decimals: limits.decimals,
    address_list: bound ? [{ id: bound.id, address: bound.address, networks: bound.networks, addtime: bound.addtime, used: bound.used }] : [],
    waits_until: untilMs === undefined ? null : new Date(untilMs).toISOString(),
    needs_identity: settings().identity_for_withdrawal === 1 && !withdrawer.isCertified ? 1 : 0,
  });
}
