import type { Db, Query, Tx } from '../platform/db.ts';
import { keepAnswers } from '../platform/idempotency.ts';
import type { AccountNumbers } from './accounts.ts';
import { evidenceOf, transactionOf, type Evidence } from './causes.ts';
import type { Group, Step } from './command-group.ts';
import type { Journal } from './journal.ts';
import type { BatchParts, Submission } from './ledger-command.ts';
import { lockShared } from './locks.ts';
import { isShort, learnAccounts, mustPost, postGroups, type Shortfall } from './post.ts';

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
 * cannot, again with the checks, refusing what falls short, and planned without it where other plans counted it.
 * Rejects with `CommitUncertain` when the connection broke at the commit.
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
  }
  const refused = new Map<number, Shortfall>();
  for (let tries = 1; ; tries += 1) {
    try {
      return await execute(submissions, context, inFlight, {}, { ...postWhatCanBePaid, refused });
    } catch (error) {
      if (!(error instanceof CountedRefused) || tries === MAX_PLANS) throw error;
      for (const [index, reason] of error.refused) refused.set(index, reason);
    }
  }
}

/** Plans of a batch in which others count refused ones; then each submission is repeated by itself. */
const MAX_PLANS = 4;

/** Steps that others count cannot be paid: the batch is to be planned again without them. */
class CountedRefused extends Error {
  /** By index. */
  readonly refused: ReadonlyMap<number, Shortfall>;

  constructor(refused: ReadonlyMap<number, Shortfall>) {
    super('steps that others count cannot be paid');
    this.refused = refused;
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

/** How the journals of a planned batch are posted. */
interface Posting {
  /** Sends them; the result resolves when they are posted. */
  send(tx: Tx, batch: Batch, context: BatchContext): Promise<{ readonly posted: Promise<void> }>;
  /** Refuses what an account cannot pay, so that only what is left may be recorded. */
  readonly refuses: boolean;
  /** Steps that are not planned, by index. */
  readonly refused?: ReadonlyMap<number, Shortfall>;
}

const execute = (
  submissions: readonly Submission[],
  context: BatchContext,
  inFlight: InFlight,
  events: BatchEvents,
  posting: Posting,
): Promise<Batch> =>
  context.db.transaction(async (tx) => {
    const batch = new Batch(submissions);
    for (const [index, reason] of posting.refused ?? []) batch.steps[index]?.refuse(reason);
    // Together, in one round trip.
    const [transaction] = await Promise.all([transactionOf(tx), planGroups(tx, batch.groups)]);
    const rows = new Rows(tx);
    const [first, after] = posting.refuses ? [[], batch.groups] : partition(batch.groups);
    for (const group of first) rows.record(group);
    const { posted } = await posting.send(tx, batch, context);
    rows.send(posted);
    for (const group of after) rows.record(group);
    await commitAfter(tx, { rows, batch, transaction, posted, nowMs: context.nowMs, inFlight, events });
    return batch;
  });

/** Those that record first, and the others. */
const partition = (groups: readonly Group[]): readonly [Group[], Group[]] => [
  groups.filter(({ recordsFirst }) => recordsFirst),
  groups.filter(({ recordsFirst }) => !recordsFirst),
];

/** What a transaction has sent, in order: the first that fails has the cause. */
class Rows {
  readonly sent: Promise<unknown>[] = [];
  readonly #tx: Tx;
  /** The commit waits for all of it. */
  commitsAfter = false;

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  send(each: Promise<unknown>): void {
    // Awaited before the transaction ends.
    each.catch(() => {});
    this.sent.push(each);
  }

  record(group: Group): void {
    const rows = group.record(this.#tx);
    if (!rows) return;
    this.send(rows.sent);
    this.commitsAfter ||= rows.commitsAfter === true;
  }

  async written(): Promise<void> {
    for (const each of this.sent) await each;
  }
}

/** In turn, behind what they share, so that two processes that lock the same never wait for one another. */
async function planGroups(tx: Tx, groups: readonly Group[]): Promise<void> {
  // A command by itself locks by rank already.
  if (groups.length > 1)
    await lockShared(
      tx,
      groups.flatMap((group) => group.shares()),
    );
  for (const group of groups.toSorted(byRank)) await group.plan(tx);
}

/** Those without a rank first, as they were submitted. */
function byRank(one: Group, other: Group): number {
  if (one.rank === undefined && other.rank === undefined) return 0;
  return (one.rank ?? 0) - (other.rank ?? 0) || (one.name < other.name ? -1 : 1);
}

/** Posts all journals without waiting; rejects when an account cannot pay. */
const postAll: Posting = {
  refuses: false,
  async send(tx, batch, { numbers, nowMs }) {
    const { journals } = batch;
    await learnAccounts(numbers, journals);
    return { posted: mustPost(tx, numbers, journals, nowMs) };
  },
};

/** Posts what can be paid and refuses the rest. */
const postWhatCanBePaid: Posting = {
  refuses: true,
  async send(tx, { steps }, { numbers, nowMs }) {
    const planned = steps.filter(({ isPlanned }) => isPlanned);
    const short = await postGroups(
      tx,
      numbers,
      planned.map(({ journals }) => journals),
      nowMs,
    );
    const refused = [...short].flatMap(([index, reason]) => {
      const step = planned[index];
      return step ? [{ step, reason }] : [];
    });
    const counted = steps.length > 1 ? refused.filter(({ step }) => step.isCounted) : [];
    if (counted.length > 0)
      throw new CountedRefused(new Map(counted.map(({ step, reason }) => [steps.indexOf(step), reason])));
    for (const { step, reason } of refused) step.refuse(reason);
    return { posted: Promise.resolve() };
  },
};

interface Sent {
  readonly rows: Rows;
  readonly batch: Batch;
  /** The number of the transaction. */
  readonly transaction: string;
  readonly posted: Promise<void>;
  readonly nowMs: number;
  readonly inFlight: InFlight;
  readonly events: BatchEvents;
}

/** Sends kept answers and the commit behind what was sent; resolves when committed. */
async function commitAfter(tx: Tx, { rows, batch, transaction, posted, nowMs, inFlight, events }: Sent): Promise<void> {
  if (rows.commitsAfter) await rows.written();
  rows.send(
    keepAnswers(
      tx,
      batch.steps.flatMap((step) => step.keptAnswer() ?? []),
      nowMs,
    ),
  );
  await throwUnsentErrors(rows.sent);
  batch.evidence = evidenceOf(batch.steps, transaction);
  inFlight.batch = batch;
  tx.commit();
  events.sent?.();
  await posted;
  events.posted?.();
  await rows.written();
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
