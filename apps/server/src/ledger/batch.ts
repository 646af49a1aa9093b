import { ok, refuse, type Result } from '@plimsoll/contract';
import type { Db, Query, Tx } from '../platform/db.ts';
import { keepAnswers, type IdempotencyClaim, type KeptAnswer } from '../platform/idempotency.ts';
import type { AccountNumbers } from './accounts.ts';
import { transactionOf, type Posting } from './causes.ts';
import type { LedgerCommand, Plan } from './command.ts';
import type { Journal } from './journal.ts';
import { learnAccounts, mustPost, postGroups } from './post.ts';

/** One command that somebody waits for. */
export interface Item {
  readonly command: LedgerCommand<unknown, unknown, unknown>;
  readonly input: unknown;
  readonly claim: IdempotencyClaim | undefined;
  readonly settle: (result: Result<unknown>) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * What a transaction did, should its commit remain in doubt: its results, its journals, and what tells whether it was
 * committed, unless it posted nothing.
 */
export interface Tried {
  results?: Result<unknown>[];
  posting?: Posting | undefined;
  journals?: readonly Journal[];
}

interface How {
  readonly db: Db;
  readonly numbers: AccountNumbers;
  readonly nowMs: number;
  /** Is told what was done before the commit is sent. */
  readonly tried: Tried;
  /** Called when all is on its way, the commit too. */
  readonly sent?: () => void;
  /** Called when the journals are posted. */
  readonly posted?: () => void;
}

/** A plan that is to be posted, and the place of its item. */
interface Planned {
  readonly index: number;
  readonly plan: Plan<unknown>;
}

/**
 * Does a batch in one transaction: plans, posts, records and keeps the answers; a result for each item, in order.
 * Posting, rows and commit go out together. When an account cannot pay for a journal this throws (`isShort`), unless
 * `leaveOut` says to refuse what falls short.
 */
export function commitBatch(items: readonly Item[], how: How, { leaveOut = false } = {}): Promise<Result<unknown>[]> {
  return how.db.transaction(async (tx) => {
    const results = Array.from<Result<unknown>>({ length: items.length });
    // ClusterServices, in one round trip.
    const [transaction, planned] = await Promise.all([transactionOf(tx), planAll(tx, items, results)]);
    if (leaveOut)
      return finish(
        tx,
        { items, results, transaction, planned: await leaveOutShort(tx, planned, results, how) },
        how,
        Promise.resolve(),
      );
    const journals = planned.flatMap(({ plan }) => plan.journals);
    await learnAccounts(how.numbers, journals);
    return finish(tx, { items, results, transaction, planned }, how, mustPost(tx, how.numbers, journals, how.nowMs));
  });
}

/**
 * The answers of a batch for which nothing is to be done, by a command that can tell without a transaction; else
 * undefined.
 */
export async function tryShortCircuit(query: Query, items: readonly Item[]): Promise<Result<unknown>[] | undefined> {
  const [first] = items;
  // A kept answer is written in a transaction.
  if (!first?.command.alone || !first.command.lookFirst || items.some(({ claim }) => claim)) return undefined;
  const outcomes = await first.command.lookFirst(
    query,
    items.map(({ input }) => input),
  );
  return outcomes?.map(ok);
}

/** A batch that is being posted. */
interface Batch {
  readonly items: readonly Item[];
  readonly results: Result<unknown>[];
  readonly transaction: string;
  readonly planned: readonly Planned[];
}

/** Plans each kind of command; what is refused already gets its result. */
async function planAll(tx: Tx, items: readonly Item[], results: Result<unknown>[]): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const { command, indexes } of byCommand(items)) {
    const plans = await command.plan(
      tx,
      indexes.map((index) => items[index]?.input),
    );
    plans.forEach((plan, at) => {
      const index = indexes[at] as number;
      if (plan.ok) planned.push({ index, plan: plan.value });
      else results[index] = plan;
    });
  }
  return planned.sort((a, b) => a.index - b.index);
}

/** Posts what can be paid for, and refuses the rest. */
async function leaveOutShort(
  tx: Tx,
  planned: readonly Planned[],
  results: Result<unknown>[],
  { numbers, nowMs }: How,
): Promise<Planned[]> {
  const short = await postGroups(
    tx,
    numbers,
    planned.map(({ plan }) => plan.journals),
    nowMs,
  );
  planned.forEach(({ index }, at) => {
    const reason = short.get(at);
    if (reason) results[index] = refuse(reason);
  });
  return planned.filter((_, at) => !short.has(at));
}

/** Records what is `posting`, keeps the answers, commits. */
async function finish(
  tx: Tx,
  { items, results, transaction, planned }: Batch,
  how: How,
  posting: Promise<void>,
): Promise<Result<unknown>[]> {
  const sent: Promise<unknown>[] = [];
  // Each is waited for below, in the order sent: the first that fails says why.
  const send = <T>(each: Promise<T>): Promise<T> => {
    each.catch(() => {});
    sent.push(each);
    return each;
  };
  void send(posting);
  const slow: (() => Promise<void>)[] = [];
  for (const { command, indexes } of byCommand(planned.map(({ index }) => items[index] as Item))) {
    const answer = (outcomes: readonly unknown[]): void => {
      indexes.forEach((at, nth) => {
        results[planned[at]?.index as number] = { ok: true, value: outcomes[nth] };
      });
    };
    const written = command.record(
      tx,
      indexes.map((at) => planned[at]?.plan.planned),
    );
    if (written instanceof Promise) {
      const outcomes = send(written);
      slow.push(async () => answer(await outcomes));
    } else {
      void send(written.sent);
      answer(written.outcomes);
    }
  }
  if (slow.length > 0) {
    for (const each of sent) await each;
    for (const each of slow) await each();
  }
  const answers = items.flatMap(({ claim }, index): KeptAnswer[] =>
    claim ? [{ claim, result: results[index] as Result<unknown> }] : [],
  );
  void send(keepAnswers(tx, answers, how.nowMs));
  await flushUnsentErrors(sent);
  const journals = planned.flatMap(({ plan }) => plan.journals);
  const [journal] = journals;
  how.tried.results = results;
  how.tried.journals = journals;
  const trace = planned.find(({ plan }) => plan.trace)?.plan.trace;
  how.tried.posting = journal ? { cause: journal.cause, transaction } : trace && { trace, transaction };
  tx.commit();
  how.sent?.();
  await posting;
  how.posted?.();
  for (const each of sent) await each;
  return results;
}

/**
 * Throws what failed without having been sent: the database cannot know of it, and would commit without it. Whatever
 * needs no answer is over when the microtasks are.
 */
async function flushUnsentErrors(sent: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([
    Promise.all(sent),
    new Promise<void>((resolve) => {
      process.nextTick(resolve);
    }),
  ]);
}

/** Indexes of the items of each command, commands in the order they first appear. */
function byCommand(items: readonly Item[]): { command: Item['command']; indexes: number[] }[] {
  const groups = new Map<Item['command'], number[]>();
  items.forEach((item, index) => {
    const indexes = groups.get(item.command);
    if (indexes) indexes.push(index);
    else groups.set(item.command, [index]);
  });
  return [...groups].map(([command, indexes]) => ({ command, indexes }));
}
