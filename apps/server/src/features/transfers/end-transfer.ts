import { ok, refuse, type Result } from '@plimsoll/contract';
import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { format } from '@plimsoll/money';
import { defineCommand, LOCK_RANK, type GroupedWriter, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Query, Tx } from '../../platform/db.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { arriving, cancelling } from './postings.ts';
import { endTransfers, lockTransfers, readDue, type TransferToEnd } from './store.ts';

/** How a transfer ends: cancelled by its sender, or arrived. */
interface Ending {
  readonly id: string;
  /** Who cancels; null for the clock. */
  readonly by: string | null;
}
interface Planned {
  readonly transfer: TransferToEnd;
  readonly status: 2 | 3;
  readonly atMs: number;
}
/** It has ended, or is not due: nothing was done. */
const LATE = 'late';

const notificationOf = ({ transfer: { toMemberId, net, coin, from } }: Planned): Notification => ({
  memberId: toMemberId,
  kind: 'transfer-received',
  params: { amount: format(net), coin, from },
});

async function write(tx: Tx, done: readonly Planned[], nowMs: number): Promise<void> {
  if (done.length === 0) return;
  await Promise.all([
    endTransfers(
      tx,
      done.map(({ transfer: { id }, status, atMs }) => ({ id, status, atMs })),
    ),
    notifyMember(
      tx,
      done.filter(({ status }) => status === MEMBER_TRANSFER_STATUS.finished).map(notificationOf),
      nowMs,
    ),
  ]);
}

/**
 * Cancels and completes transfers, each once: before its arrival a transfer can only be cancelled, from then on only
 * arrive. One command for both, so that they see each other within a batch; across processes the row's lock decides.
 */
function ending(clock: Clock): LedgerCommand<Ending, Planned | typeof LATE, null | typeof LATE> {
  return defineCommand({
    name: 'transfers.end',
    rank: LOCK_RANK.records,
    async plan(tx, endings) {
      const transfers = await lockTransfers(
        tx,
        endings.map(({ id }) => id),
      );
      const atMs = clock.nowMs();
      const handled = new Set<string>();
      return endings.map(({ id, by }): Result<Plan<Planned | typeof LATE>> => {
        const transfer = transfers.get(id);
        if (!transfer || (by !== null && transfer.memberId !== by)) return refuse('not_found');
        const isOpen = transfer.status === MEMBER_TRANSFER_STATUS.transferring && !handled.has(id);
        const isDue = transfer.arrivesAtMs <= atMs;
        if (!isOpen || isDue === (by !== null))
          return by === null ? ok({ journals: [], planned: LATE }) : refuse('transfer_ended');
        handled.add(id);
        return by === null
          ? ok({ journals: [arriving(transfer)], planned: { transfer, status: MEMBER_TRANSFER_STATUS.finished, atMs } })
          : ok({
              journals: [cancelling(transfer)],
              planned: { transfer, status: MEMBER_TRANSFER_STATUS.cancelled, atMs },
            });
      });
    },
    record: (tx, all) => ({
      outcomes: all.map((each) => (each === LATE ? LATE : null)),
      sent: write(
        tx,
        all.filter((each) => each !== LATE),
        clock.nowMs(),
      ),
    }),
  });
}

/** Arrivals of one batch. */
const MAX_BATCH_SIZE = 500;

/** The two ends of a transfer. */
export interface Endings {
  /** Handles `cancelInternalTransfer`: another member's is `not_found`, an ended or due one `transfer_ended`. */
  cancel(memberId: string, id: string, claim?: IdempotencyClaim): Promise<Result<null>>;
  /** Completes a batch of those due at `nowMs`; the number completed. A failure does not block the others. */
  arriveDue(nowMs: number): Promise<number>;
}

/** Makes both ends of transfers. */
export function openEndings({
  db,
  writer,
  clock,
}: {
  readonly db: Query;
  readonly writer: GroupedWriter;
  readonly clock: Clock;
}): Endings {
  const command = ending(clock);
  return {
    async cancel(memberId, id, claim) {
      const ended = await writer.submit(command, { id, by: memberId }, claim);
      return ended.ok ? ok(null) : ended;
    },
    async arriveDue(nowMs) {
      const ids = await readDue(db, nowMs, MAX_BATCH_SIZE);
      const ended = await Promise.allSettled(ids.map((id) => writer.submit(command, { id, by: null })));
      const arrived = ended.filter(
        (each) => each.status === 'fulfilled' && each.value.ok && each.value.value === null,
      ).length;
      const failed = ended.find((each) => each.status === 'rejected');
      if (arrived === 0 && failed) throw failed.reason;
      return arrived;
    },
  };
}
