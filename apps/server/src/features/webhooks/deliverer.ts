import { WEBHOOK_STATUS } from '@plimsoll/contract/operator';
import type { Timer } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Listener, DbNotifications } from '../../platform/db-notifications.ts';
import type { Log } from '../../platform/log.ts';
import type { Distribution } from '../../platform/metrics/distribution.ts';
import type { Seal } from '../../platform/seal.ts';
import { waitAfter } from './back-off.ts';
import {
  claimDue,
  nextDue,
  putOffBehind,
  releaseMessage,
  writeOutcomes,
  type Claimed,
  type Outcome,
} from './claims.ts';
import { removeOld } from './messages.ts';
import { send, TIMEOUT_MS, type Attempt, type SendDeps } from './send.ts';
import { signatureHeaders } from './sign.ts';
import { readTargets, type Target } from './targets.ts';

/** The database notifies here when a message was written (migration 0054). */
const CHANNEL = 'plimsoll_webhook';
/** Requests to one endpoint at a time: a slow one keeps nobody else waiting, and many messages take few looks. */
const AT_ONCE = 32;
/** A claim outlives its attempt; what a killed process had claimed is delivered by the next after that. */
const CLAIM_MS = TIMEOUT_MS + 5_000;
/** Longest sleep: finds what a killed process left, and what was written while the connection for news was lost. */
const SLEEP_MS = 5_000;
/** How long the end of the process waits for requests under way. */
const GRACE_MS = 1_000;
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
/** How long messages are kept: delivered, and others. */
const KEPT_MS = { delivered: 7 * DAY_MS, other: 30 * DAY_MS };

const { waiting, delivered, givenUp } = WEBHOOK_STATUS;

/** A message that this process has claimed, and until when. */
type Mine = Claimed & Pick<Outcome, 'claimedUntilMs'>;

export interface DelivererDeps extends SendDeps {
  readonly db: Db;
  readonly notifications: DbNotifications;
  readonly log: Pick<Log, 'error'>;
  readonly seal: Seal;
  /** Seconds from the writing of a message to its delivery. */
  readonly delays: Pick<Distribution, 'observe'>;
}

/**
 * Delivers messages of the outbox: at least once, each member's in order, several members' at the same time. Any number
 * of processes may; a message is claimed before it is sent.
 */
export class Deliverer {
  readonly #deps: DelivererDeps;
  readonly #listener: Listener;
  readonly #underWay = new Map<string, Set<Promise<void>>>();
  /** What came of attempts and is not written yet: each look writes all of it in one statement. */
  #outcomes: Outcome[] = [];
  readonly #end = new AbortController();
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #isToLookAgain = false;
  #isOver = false;
  #removedMs = Number.NEGATIVE_INFINITY;

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
    this.#listener = deps.notifications.listener({ channel: CHANNEL, received: () => this.wake() });
  }

  async start(): Promise<void> {
    await this.#listener.start();
    this.wake();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#timer?.cancel();
    await this.#listener.stop();
    await this.#looking;
    const grace = this.#deps.clock.after(GRACE_MS, () => this.#end.abort());
    await Promise.all([...this.#underWay.values()].flatMap((all) => [...all]));
    grace.cancel();
    await this.#writeOutcomes().catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'what became of webhooks could not be written'),
    );
  }

  /** Looks for due messages now. */
  wake(): void {
    if (this.#isOver) return;
    this.#isToLookAgain = true;
    this.#looking ??= this.#lookWhileAsked().finally(() => {
      this.#looking = undefined;
      // Asked between the last look and here.
      if (this.#isToLookAgain) this.wake();
    });
  }

  /** Resolves when nothing is looked for or under way. */
  async settled(): Promise<void> {
    while (this.#looking !== undefined || [...this.#underWay.values()].some(({ size }) => size > 0)) {
      await this.#looking;
      await Promise.all([...this.#underWay.values()].flatMap((all) => [...all]));
    }
  }

  async #lookWhileAsked(): Promise<void> {
    let sleepMs = SLEEP_MS;
    while (this.#isToLookAgain && !this.#isOver) {
      this.#isToLookAgain = false;
      this.#timer?.cancel();
      try {
        sleepMs = await this.#look();
      } catch (error) {
        this.#deps.log.error({ err: error }, 'webhooks could not be looked for, trying again');
      }
    }
    if (!this.#isOver) this.#timer = this.#deps.clock.after(sleepMs, () => this.wake());
  }

  /** Starts what is due; answers how long to sleep. */
  async #look(): Promise<number> {
    const { db, clock } = this.#deps;
    // First: the next of their members are due then.
    await this.#writeOutcomes();
    const nowMs = clock.nowMs();
    let sleepMs = SLEEP_MS;
    for (const target of await readTargets(db, nowMs)) {
      const underWay = this.#of(target.id);
      const limit = AT_ONCE - underWay.size;
      if (limit === 0) continue;
      const claimedUntilMs = nowMs + CLAIM_MS;
      const due = await claimDue(db, { endpointId: target.id, nowMs, untilMs: claimedUntilMs, limit });
      for (const message of due) this.#begin(underWay, target, { ...message, claimedUntilMs });
      await putOffBehind(db, target.id, nowMs);
      const dueMs = due.length === limit ? null : await nextDue(db, target.id, nowMs);
      if (dueMs !== null) sleepMs = Math.min(sleepMs, Math.max(1, dueMs - nowMs));
    }
    await this.#removeOld(nowMs);
    return sleepMs;
  }

  #of(endpointId: string): Set<Promise<void>> {
    const found = this.#underWay.get(endpointId) ?? new Set();
    this.#underWay.set(endpointId, found);
    return found;
  }

  #begin(underWay: Set<Promise<void>>, target: Target, message: Mine): void {
    const delivery: Promise<void> = this.#deliver(target, message)
      .catch((error: unknown) =>
        // The claim ends by itself.
        this.#deps.log.error({ err: error, message: message.id }, 'a webhook could not be left to another process'),
      )
      .finally(() => {
        underWay.delete(delivery);
        // Writes what came of it, and finds the next of this member, or of another that had to wait for a place.
        this.wake();
      });
    underWay.add(delivery);
  }

  async #deliver({ url, secrets }: Target, { id, body, attempts, written_at, claimedUntilMs }: Mine): Promise<void> {
    const { db, clock, seal, delays } = this.#deps;
    const beganMs = clock.nowMs();
    const keys = secrets.flatMap(({ name, sealed }) => seal.unseal(name, sealed) ?? []);
    const headers = signatureHeaders(keys, { id: `msg_${id}`, atMs: beganMs, body });
    const attempt: Attempt =
      keys.length === 0
        ? { isDelivered: false, result: 'no_secret' }
        : await send({ url, headers, body, signal: this.#end.signal }, this.#deps);
    if (attempt.result === 'stopped') return releaseMessage(db, { id, claimedUntilMs });
    const atMs = clock.nowMs();
    if (attempt.isDelivered) delays.observe(Math.max(0, (atMs - written_at.getTime()) / 1000));
    const waitMs = attempt.isDelivered ? undefined : waitAfter(attempts + 1, id, attempt.retryAfterMs);
    this.#outcomes.push({
      id,
      status: attempt.isDelivered ? delivered : waitMs === undefined ? givenUp : waiting,
      attemptedAtMs: atMs,
      tookMs: Math.max(0, atMs - beganMs),
      answer: attempt.result,
      nextAtMs: waitMs === undefined ? null : atMs + waitMs,
      claimedUntilMs,
    });
  }

  /** Those that could not be written stay for the next look. */
  async #writeOutcomes(): Promise<void> {
    const outcomes = this.#outcomes;
    if (outcomes.length === 0) return;
    this.#outcomes = [];
    try {
      await writeOutcomes(this.#deps.db, outcomes);
    } catch (error) {
      this.#outcomes.unshift(...outcomes);
      throw error;
    }
  }

  async #removeOld(nowMs: number): Promise<void> {
    if (nowMs - this.#removedMs < HOUR_MS) return;
    const removed = await removeOld(this.#deps.db, {
      deliveredMs: nowMs - KEPT_MS.delivered,
      writtenMs: nowMs - KEPT_MS.other,
    });
    if (removed === 0) this.#removedMs = nowMs;
  }
}
