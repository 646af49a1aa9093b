import type { Submission } from './ledger-command.ts';

interface Waiting {
  readonly submission: Submission;
  /** It was part of a batch that failed, and goes by itself to get an answer of its own. */
  readonly isIsolated: boolean;
}

/** What is to be done in one transaction. */
export interface NextBatch {
  readonly submissions: readonly Submission[];
  /** No other batch runs at the same time. */
  readonly runsAlone: boolean;
}

/**
 * Which submissions go into a batch, and when. They go in the order they came, as many together as may be, with two
 * exceptions: an exclusive command shares a batch only with its own inputs, and a submission whose batch failed goes by
 * itself. Both run while no other batch does.
 */
export class CommandQueue {
  readonly #maxBatchSize: number;
  #waiting: Waiting[] = [];
  /** True while the batch that was taken last runs alone. */
  #lastRunsAlone = false;

  /** `maxBatchSize`: most submissions in one transaction. */
  constructor(maxBatchSize: number) {
    this.#maxBatchSize = maxBatchSize;
  }

  /** Submissions that wait for their batch. */
  get length(): number {
    return this.#waiting.length;
  }

  push(submission: Submission): void {
    this.#waiting.push({ submission, isIsolated: false });
  }

  /** Puts those of a batch that failed back in front, each to go by itself. */
  requeueIsolated(submissions: readonly Submission[]): void {
    this.#waiting.unshift(...submissions.map((submission) => ({ submission, isIsolated: true })));
  }

  /**
   * Takes the next batch; undefined when nothing waits, or when it has to wait for those that run.
   * @param running batches that were taken and are not answered yet.
   */
  take(running: number): NextBatch | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const runsAlone = first.isIsolated || first.submission.isExclusive;
    if (running > 0 && (runsAlone || this.#lastRunsAlone)) return undefined;
    this.#lastRunsAlone = runsAlone;
    const end = this.#waiting.findIndex((next, index) => index > 0 && !this.#mayJoin(first, next, index));
    const taken = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
    return { submissions: taken.map(({ submission }) => submission), runsAlone };
  }

  /** True when `next` may go into the batch that begins with `first` and has `size` submissions so far. */
  #mayJoin(first: Waiting, next: Waiting, size: number): boolean {
    if (size >= this.#maxBatchSize || first.isIsolated || next.isIsolated) return false;
    return first.submission.isExclusive
      ? next.submission.command === first.submission.command
      : !next.submission.isExclusive;
  }
}
