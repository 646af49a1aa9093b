import { ACCOUNT_TYPE, ok, refuse, type Answer, type Input, type Result, type BoundAddress } from '@plimsoll/contract';
import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { format, ZERO } from '@plimsoll/money';
import { balancesOf } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import { readCoinLimits } from './coin-limits.ts';
import type { FundingDeps } from './deps.ts';
import type { Destination } from '../gate/index.ts';
import type { CardListed } from '../payouts/index.ts';
import { boundAddress, ownCard } from './target.ts';
import { readUsedAddresses } from './used-addresses.ts';

/** Every coin can be withdrawn. */
export const listWithdrawable = (market: MarketData): Answer<'getCanWithdrawCoin'> =>
  // not money: an id, a number on the wire
  ({ list: market.coins().map(({ id, title }) => ({ id: Number(id), title })) });

/** Undefined while nothing is bound or chosen. An address is asked about by itself, whatever its networks are called. */
function placeOf({
  coinId,
  bound,
  card,
}: {
  coinId: string;
  bound: BoundAddress | undefined;
  card: CardListed | undefined;
}): Destination | undefined {
  if (card) return { kind: 'card', bank: card.bank_name, number: card.card_number, holder: card.card_name };
  return bound && { kind: 'address', coinId, address: bound.address, network: bound.networks.join(', ') };
}

/** Handles `getUserCoinBalance`: how much a member may withdraw of a coin, limits, fee and destination. */
export async function withdrawable(
  deps: FundingDeps,
  { memberId, lang }: { readonly memberId: string; readonly lang: string },
  { c_id, withdraw_type, bank_id }: Input<'getUserCoinBalance'>,
): Promise<Result<Answer<'getUserCoinBalance'>>> {
  const { db, market, gate, debts } = deps;
  const coin = market.coin(c_id);
  if (!coin) return refuse('not_found');
  const isToBank = withdraw_type === WITHDRAW_TYPE.bank;
  const [limits, used, needsIdentity, balances, bound, card] = await Promise.all([
    readCoinLimits(db, coin.id),
    readUsedAddresses(db, memberId, coin.id),
    gate.needsIdentity(db, memberId),
    balancesOf(db, memberId),
    boundAddress(db, memberId, coin.id, lang),
    isToBank && bank_id !== undefined ? ownCard(db, memberId, bank_id) : undefined,
  ]);
  if (isToBank && bank_id !== undefined && !card) return refuse('not_found');
  const available =
    balances.find(({ type, coinId }) => type === ACCOUNT_TYPE.funds && coinId === coin.id)?.available ?? ZERO;
  const untilMs = await gate.waitsUntil(
    db,
    memberId,
    placeOf({ coinId: coin.id, bound: isToBank ? undefined : bound, card: isToBank ? card : undefined }),
  );
  return ok({
    balance: format(
      await debts.free(db, { memberId, coinId: coin.id, coin: coin.title, decimals: coin.decimals }, available),
    ),
    txminnum: format(limits.min),
    txmaxnum: format(limits.max),
    sxftype: limits.feeType,
    txsxf: format(limits.feePercent),
    txsxf_n: format(limits.feeFixed),
    decimals: limits.decimals,
    address_list: bound
      ? [{ id: bound.id, address: bound.address, networks: bound.networks, addtime: bound.addtime, used: bound.used }]
      : [],
    used_addresses: used,
    waits_until: untilMs === undefined ? null : new Date(untilMs).toISOString(),
    needs_identity: needsIdentity ? 1 : 0,
  });
}
