import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { format, placesUsed, type Amount } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { idAt } from '../../platform/id-at.ts';
import type { Tx } from '../../platform/db.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { orderNumber } from '../../platform/order-number.ts';
import { sharedLoans } from '../debt/index.ts';
import { lockMembers, sharedMembers, type Asker, type Leaving, type Passing } from '../gate/index.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import type { TransferDeps } from './deps.ts';
import { maskedName, readKnown } from './known-names.ts';
import { KIND, type PlacedTransfer } from './member-transfer.ts';
import { holding, sending } from './postings.ts';
import { insertTransfers, readParties, readTerms, takeTransferIds } from './store.ts';
import { agreedAt, type SendingTerms } from './terms.ts';

interface Wish {
  readonly memberId: string;
  readonly toMemberId: string;
  readonly coinId: string;
  /** The coin's title. */
  readonly coin: string;
  readonly decimals: number;
  readonly amount: Amount;
  /** The opened gate. */
  readonly passing: Passing;
}
interface Planned extends PlacedTransfer {
  readonly coin: string;
  readonly passing: Passing;
  /** The sender's username. */
  readonly from: string;
}

const arrivesAtOnce = ({ days }: Planned): boolean => days === 0;

const notificationOf = ({ toMemberId, net, coin, from }: Planned): Notification => ({
  memberId: toMemberId,
  kind: 'transfer-received',
  params: { amount: format(net), coin, from },
});

const answered = ({ id, days, placedAtMs, arrivesAtMs }: Planned): Answer<'balanceTransfer'> => ({
  // not money: an id, a number on the wire
  id: Number(id),
  order_num: orderNumber(KIND, id, new Date(placedAtMs)),
  status: days === 0 ? MEMBER_TRANSFER_STATUS.finished : MEMBER_TRANSFER_STATUS.transferring,
  arrival_time: new Date(arrivesAtMs).toISOString(),
});

/** A wish that its coin and its receiver allow. */
interface Able {
  readonly wish: Wish;
  /** The sender's username. */
  readonly from: string;
  readonly agreed: SendingTerms;
}

/**
 * The wishes that their coins and receivers allow, behind the senders' locks, which the gate takes too: one whose
 * receiver was frozen meanwhile uses up no factor and no limit.
 */
async function readAble(
  tx: Tx,
  wishes: readonly Wish[],
): Promise<{ readonly ids: readonly string[]; readonly able: readonly Able[] }> {
  const senders = wishes.map(({ memberId }) => memberId);
  const coinIds = wishes.map(({ coinId }) => coinId);
  const [, ids, parties, terms] = await Promise.all([
    lockMembers(tx, senders),
    takeTransferIds(tx, wishes.length),
    readParties(tx, [...senders, ...wishes.map(({ toMemberId }) => toMemberId)]),
    readTerms(tx, coinIds),
  ]);
  const able = wishes.flatMap((wish): Able[] => {
    const [from, to, agreed] = [parties.get(wish.memberId), parties.get(wish.toMemberId), terms.get(wish.coinId)];
    return from && to && !to.frozen && agreed ? [{ wish, from: from.username, agreed }] : [];
  });
  return { ids, able };
}

/**
 * Sends at once, or holds until the arrival, if the gate lets it pass (RULES 8). The coin's present terms stay the
 * transfer's (RULES 5).
 */
function placing({ clock, gate }: TransferDeps): LedgerCommand<Wish, Planned, Answer<'balanceTransfer'>> {
  return defineCommand({
    name: 'transfers.place',
    // The gate's limit counts the ones before.
    plansTogether: true,
    shares: (wishes) => {
      const memberIds = wishes.map(({ memberId }) => memberId);
      return [sharedMembers(memberIds), sharedLoans({ memberIds })];
    },
    async plan(tx, wishes) {
      const { ids, able } = await readAble(tx, wishes);
      const placedAtMs = clock.nowMs();
      const refused = await gate.refused(
        tx,
        // With the present fee; a passkey may have signed another.
        able.map(({ wish, agreed }) => ({ ...wish.passing, fee: agreedAt(wish.amount, agreed, placedAtMs).fee })),
      );
      const byWish = new Map(able.map((each, index) => [each.wish, { ...each, refusal: refused[index] }]));
      return wishes.map((wish, index): Result<Plan<Planned>> => {
        const found = byWish.get(wish);
        if (!found) return refuse('not_found');
        const { from, agreed, refusal } = found;
        if (refusal) return { ok: false, refusal };
        const planned = {
          ...wish,
          ...agreed,
          ...agreedAt(wish.amount, agreed, placedAtMs),
          id: idAt(ids, index),
          placedAtMs,
          from,
        };
        return ok({ journals: [agreed.days === 0 ? sending(planned) : holding(planned)], planned });
      });
    },
    record: (tx, rows) => ({
      outcomes: rows.map(answered),
      sent: Promise.all([
        insertTransfers(tx, rows),
        gate.passed(
          tx,
          rows.map(({ id, passing }) => ({ id, wish: passing })),
        ),
        notifyMember(tx, rows.filter(arrivesAtOnce).map(notificationOf), clock.nowMs()),
      ]),
    }),
  });
}

type Asked = Pick<Input<'balanceTransfer'>, 'to_uid' | 'c_id' | 'amount'>;

/**
 * Resolves and checks a transfer in the wire's order: oneself, the coin, the receiver. A frozen receiver is
 * `not_found`. The name of one who was reached by number alone is masked (RULES 5.5).
 */
export async function readLeaving(
  { db, market, clock }: Pick<TransferDeps, 'db' | 'market' | 'clock'>,
  memberId: string,
  { to_uid, c_id, amount }: Asked,
): Promise<Result<Leaving>> {
  if (to_uid === memberId) return refuse('same_member');
  const coin = market.coin(c_id);
  if (!coin) return refuse('not_found');
  if (placesUsed(amount) > coin.decimals) return refuse('bad_amount');
  const [parties, terms, isKnown] = await Promise.all([
    readParties(db, [to_uid]),
    readTerms(db, [coin.id]),
    readKnown(db, memberId, to_uid),
  ]);
  const [receiver, agreed] = [parties.get(to_uid), terms.get(coin.id)];
  if (!receiver || receiver.frozen || !agreed) return refuse('not_found');
  return ok({
    kind: 'member-transfer',
    memberId,
    coinId: coin.id,
    coin: coin.title,
    decimals: coin.decimals,
    amount,
    fee: agreedAt(amount, agreed, clock.nowMs()).fee,
    to: { kind: 'member', memberId: to_uid, name: isKnown ? receiver.username : maskedName(receiver.username) },
  });
}

/** Handles `balanceTransfer`: {@link readLeaving}, the gate; the ledger checks the balance last. */
export function transfersTo(
  deps: TransferDeps,
): (
  asker: Asker,
  input: Input<'balanceTransfer'>,
  claim?: IdempotencyClaim,
) => Promise<Result<Answer<'balanceTransfer'>>> {
  const { writer, gate } = deps;
  const command = placing(deps);
  return async (asker, { to_uid, c_id, amount, paypassword, password, second, code, passkey }, claim) => {
    const { memberId } = asker;
    const leaving = await readLeaving(deps, memberId, { to_uid, c_id, amount });
    if (!leaving.ok) return leaving;
    const { coinId, coin, decimals } = leaving.value;
    const opened = await gate.open(leaving.value, asker, {
      second,
      code,
      passkey,
      login: password,
      payment: paypassword,
    });
    return opened.ok
      ? writer.submit(
          command,
          { memberId, toMemberId: to_uid, coinId, coin, decimals, amount, passing: opened.value },
          claim,
        )
      : opened;
  };
}
