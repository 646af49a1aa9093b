import type { Db, Query, Tx } from '../platform/db.ts';
import { keepAnswers } from '../platform/idempotency.ts';
import type { AccountNumbers } from './accounts.ts';
import { evidenceOf, transactionOf, type Evidence } from './causes.ts';
import type { Group, Step } from './command-group.ts';
import type { Journal } from './journal.ts';
import type { BatchParts, Submission } from './ledger-command.ts';
import { isShort, learnAccounts, mustPost, postGroups } from './post.ts';

/** What a batch is executed with. */
export interface BatchContext {
  readonly db: Db;
  readonly numbers: AccountNumbers;
  readonly nowMs: number;
}

/** Callbacks of an execution, each called at most once. */
export interface BatchEvents {
  /** Everything was sent to the database, the commit too. */
  readonly sent?: () => void;
  /** The journals are posted, not yet committed. */
  readonly posted?: () => void;
}

/** One execution of a batch: submissions as steps, in order, grouped by command. */
export class Batch implements BatchParts {
  readonly steps: Step[] = [];
  readonly groups: Group[] = [];
  /** By what a commit is looked up; undefined when the batch leaves no trace. */
  evidence: Evidence | undefined;

  constructor(submissions: readonly Submission[]) {
    for (const submission of submissions) submission.join(this);
  }

  get journals(): readonly Journal[] {
    return this.steps.flatMap(({ journals }) => journals);
  }

  /** Answers every caller. */
  settle(): void {
    for (const step of this.steps) step.settle();
  }
}

/** An execution whose commit was sent; set just before, for recovery. */
export interface InFlight {
  batch?: Batch;
}

/**
 * Executes submissions in one transaction, and commits. First without checking what each account can pay; when one
 * cannot, again with the checks, refusing what falls short. Rejects with `CommitUncertain` when the connection broke at
 * the commit.
 */
export async function executeBatch(
  submissions: readonly Submission[],
  context: BatchContext,
  inFlight: InFlight,
  events: BatchEvents,
): Promise<Batch> {
  try {
    return await execute(submissions, context, inFlight, events, postAll);
  } catch (error) {
    if (!isShort(error)) throw error;
    return execute(submissions, context, inFlight, {}, postWhatCanBePaid);
  }
}

/** Answers of a batch with nothing to do, found without a transaction; undefined when there may be something. */
export async function shortCircuitBatch(query: Query, submissions: readonly Submission[]): Promise<Batch | undefined> {
  // Only for exclusive batches without kept answers, which need a transaction.
  if (submissions.some(({ isExclusive, hasClaim }) => !isExclusive || hasClaim)) return undefined;
  const batch = new Batch(submissions);
  const [group] = batch.groups;
  return group && (await group.shortCircuit(query)) ? batch : undefined;
}

/** Sends the journals of a planned batch; the result resolves when they are posted. */
type Post = (tx: Tx, batch: Batch, context: BatchContext) => Promise<{ readonly posted: Promise<void> }>;

const execute = (
  submissions: readonly Submission[],
  context: BatchContext,
  inFlight: InFlight,
  events: BatchEvents,
  post: Post,
): Promise<Batch> =>
  context.db.transaction(async (tx) => {
    const batch = new Batch(submissions);
    // Together, in one round trip.
    const [transaction] = await Promise.all([transactionOf(tx), planGroups(tx, batch.groups)]);
    const { posted } = await post(tx, batch, context);
    await sendAndCommit(tx, { batch, transaction, posted, nowMs: context.nowMs, inFlight, events });
    return batch;
  });

/** In turn, so that rows are locked in the order of submission. */
async function planGroups(tx: Tx, groups: readonly Group[]): Promise<void> {
  for (const group of groups) await group.plan(tx);
}

/** Posts all journals without waiting; rejects when an account cannot pay. */
const postAll: Post = async (tx, batch, { numbers, nowMs }) => {
  const { journals } = batch;
  await learnAccounts(numbers, journals);
  return { posted: mustPost(tx, numbers, journals, nowMs) };
};

/** Posts what can be paid and refuses the rest. */
const postWhatCanBePaid: Post = async (tx, { steps }, { numbers, nowMs }) => {
  const planned = steps.filter(({ isPlanned }) => isPlanned);
  const short = await postGroups(
    tx,
    numbers,
    planned.map(({ journals }) => journals),
    nowMs,
  );
  planned.forEach((step, index) => {
    const reason = short.get(index);
    if (reason) step.refuse(reason);
  });
  return { posted: Promise.resolve() };
};

interface Posting {
  readonly batch: Batch;
  /** The number of the transaction. */
  readonly transaction: string;
  readonly posted: Promise<void>;
  readonly nowMs: number;
  readonly inFlight: InFlight;
  readonly events: BatchEvents;
}

/** Sends rows, kept answers and the commit behind the posting; resolves when committed. */
async function sendAndCommit(tx: Tx, { batch, transaction, posted, nowMs, inFlight, events }: Posting): Promise<void> {
  const sent: Promise<unknown>[] = [];
  // Awaited below in this order: the first that fails has the cause.
  const send = (each: Promise<unknown>): void => {
    each.catch(() => {});
    sent.push(each);
  };
  send(posted);
  let commitsAfter = false;
  for (const group of batch.groups) {
    const rows = group.record(tx);
    if (!rows) continue;
    send(rows.sent);
    commitsAfter ||= rows.commitsAfter === true;
  }
  if (commitsAfter) for (const each of sent) await each;
  send(
    keepAnswers(
      tx,
      batch.steps.flatMap((step) => step.keptAnswer() ?? []),
      nowMs,
    ),
  );
  await throwUnsentErrors(sent);
  batch.evidence = evidenceOf(batch.steps, transaction);
  inFlight.batch = batch;
  tx.commit();
  events.sent?.();
  await posted;
  events.posted?.();
  for (const each of sent) await each;
}

/**
 * Throws what failed before it was sent: the database would commit without it. Such failures have settled after the
 * microtasks.
 */
async function throwUnsentErrors(sent: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([
    Promise.all(sent),
    new Promise<void>((resolve) => {
      process.nextTick(resolve);
    }),
  ]);
}
