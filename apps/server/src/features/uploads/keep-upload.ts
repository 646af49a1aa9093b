import { randomBytes } from 'node:crypto';
import { ok, refuse, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import { errorCode, type Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { filePlaces, hashOf, rewriteImage, StoreAway, type ObjectStore } from '../../platform/uploads/index.ts';
import { countOfMember, countOfOperator, insertUpload } from './store.ts';

export interface KeepingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** The store, plain and with encryption. */
  readonly plain: ObjectStore;
  readonly sealed: ObjectStore;
}

/** Uploads of one sender in a day. */
const MAX_A_DAY = 300;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A member's file is encrypted; an operator's is public. */
export type Sender = { readonly memberId: string } | { readonly operatorId: string };
/** Stores an image and returns its name. */
export type KeepUpload = (file: Uint8Array, sender: Sender) => Promise<Result<string>>;

const idsOf = (sender: Sender): { readonly memberId?: string; readonly operatorId?: string } => sender;

/**
 * Makes the use case of uploading. Images are decoded one at a time. Refusals: `bad_image`, `too_many_requests`,
 * `not_ready` when the store is full or unavailable.
 */
export function keepUploads({ db, clock, log, plain, sealed }: KeepingDeps): KeepUpload {
  const waiting = filePlaces();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const mine = last.then(task);
    last = mine.catch(() => {});
    return mine;
  };

  async function keep(file: Uint8Array, sender: Sender): Promise<Result<string>> {
    const image = await inTurn(() => rewriteImage(file));
    if (!image) return refuse('bad_image');
    const { type, bytes, width, height, pixelsHash } = image;
    // Everything by members, whatever its purpose, which an upload does not name.
    const isSealed = 'memberId' in sender;
    const name = randomBytes(16).toString('hex');
    const store = isSealed ? sealed : plain;
    try {
      await store.put(name, bytes);
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      log.error({ err: error }, 'upload store unavailable');
      await store.remove(name).catch(() => {});
      return refuse('not_ready');
    }
    const { memberId = null, operatorId = null } = idsOf(sender);
    const values = [
      name,
      memberId,
      operatorId,
      type,
      isSealed,
      bytes.length,
      width,
      height,
      await hashOf(file),
      pixelsHash,
      new Date(clock.nowMs()),
    ];
    await db.run(insertUpload, values).catch(async (error: unknown) => {
      // Keep the bytes when it is unknown whether the row was written.
      if (errorCode(error) !== undefined) await store.remove(name).catch(() => {});
      throw error;
    });
    return ok(name);
  }

  return async (file, sender) => {
    const { memberId, operatorId } = idsOf(sender);
    const since = [new Date(clock.nowMs() - DAY_MS), MAX_A_DAY];
    const [recent] =
      memberId === undefined
        ? await db.run(countOfOperator, [operatorId, ...since])
        : await db.run(countOfMember, [memberId, ...since]);
    if (recent && recent.sent >= MAX_A_DAY) return refuse('too_many_requests', { seconds: '60' });
    const over = memberId === undefined ? waiting.operators.begin(operatorId ?? '') : waiting.members.begin(memberId);
    return over ? keep(file, sender).finally(over) : refuse('too_many_requests');
  };
}
