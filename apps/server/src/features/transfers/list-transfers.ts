import { ACCOUNT_TYPE, type Answer, type Input } from '@plimsoll/contract';
import type { MemberTransferStatus } from '@plimsoll/contract/codes/transfers';
import type { MemberTransfer, TransferCoin } from '@plimsoll/contract/transfers';
import { amount, format, ZERO } from '@plimsoll/money';
import { balancesOf } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import { sql, type Query } from '../../platform/db.ts';
import { orderNumber } from '../../platform/order-number.ts';
import { knowsName, maskedName } from './known-names.ts';
import { KIND } from './member-transfer.ts';
import { readTerms } from './store.ts';

/** Every coin with the member's available funds, at 0 too, and the terms of sending it (docs/wire/loans.md). */
export async function listTransferCoins(
  query: Query,
  market: MarketData,
  memberId: string,
): Promise<Answer<'getTransferCoin'>> {
  const coins = market.coins();
  const [terms, balances] = await Promise.all([
    readTerms(
      query,
      coins.map(({ id }) => id),
    ),
    balancesOf(query, memberId),
  ]);
  const funds = new Map(
    balances.filter(({ type }) => type === ACCOUNT_TYPE.funds).map(({ coinId, available }) => [coinId, available]),
  );
  return coins.flatMap(({ id, title, decimals }): TransferCoin[] => {
    const own = terms.get(id);
    if (!own) return [];
    return [
      {
        // not money: an id, a number on the wire
        id: Number(id),
        title,
        balance: format(funds.get(id) ?? ZERO),
        internal_transfer_sxf: format(own.rate),
        internal_transfer_days: own.days,
        decimals,
      },
    ];
  });
}

/** A transfer in lists. */
export interface TransferListed {
  readonly id: string;
  readonly to_username: string;
  readonly coin: string;
  readonly amount: string;
  readonly fee: string;
  readonly net: string;
  readonly status: MemberTransferStatus;
  readonly placed_at: Date;
  readonly arrives_at: Date;
}

/** Columns of a {@link TransferListed}, of `member_transfer t`, its receiver `r` and its coin `c`. */
export const LISTED =
  't.id, r.username as to_username, c.title as coin, t.amount, t.fee, t.net, t.status, t.placed_at, t.arrives_at';

/** A transfer with its receiver's name. */
export const shownTransfer = (row: TransferListed): MemberTransfer => ({
  // not money: an id, a number on the wire
  id: Number(row.id),
  order_num: orderNumber(KIND, row.id, row.placed_at),
  status: row.status,
  addtime: row.placed_at.toISOString(),
  arrival_time: row.arrives_at.toISOString(),
  to_username: row.to_username,
  coin: row.coin,
  amount: format(amount(row.amount)),
  sxf: format(amount(row.fee)),
  arrival_amount: format(amount(row.net)),
});

const page = (name: string, ofStatus: string) =>
  sql<TransferListed & { readonly is_known: boolean }>(
    name,
    `
  select ${LISTED}, ${knowsName('t.member_id', 't.to_member_id')} as is_known
  from (select * from member_transfer where member_id = $1 and ${ofStatus} order by id desc limit $3 offset $4) t
  join member r on r.id = t.to_member_id join coin c on c.id = t.coin_id order by t.id desc`,
  );
// Two statements, so that each can read its own index in order.
const ofAll = page('transfers.list', '$2::smallint is null');
const ofStatus = page('transfers.listOfStatus', 'status = $2::smallint');

/** A page of what a member sent, newest first; a receiver reached by number alone has a masked name (RULES 5.5). */
export async function listSent(
  query: Query,
  memberId: string,
  { status, page: at, limit }: Input<'getInternalTransferList'>,
): Promise<MemberTransfer[]> {
  const wanted = status === undefined || status === '0' ? null : status;
  return (await query.run(wanted === null ? ofAll : ofStatus, [memberId, wanted, limit, (at - 1) * limit])).map(
    ({ is_known, ...row }) => shownTransfer(is_known ? row : { ...row, to_username: maskedName(row.to_username) }),
  );
}
