import type { Submission } from './ledger-command.ts';

interface Waiting {
  readonly submission: Submission;
  /** Was in a failed batch, and is repeated in a batch of its own. */
  readonly isIsolated: boolean;
}

/** What is to be done in one transaction. */
export interface NextBatch {
  readonly submissions: readonly Submission[];
  /** No other batch runs meanwhile. */
  readonly runsAlone: boolean;
}

/**
 * Decides which submissions form a batch, and when: in order, as many as fit. An exclusive command shares a batch only
 * with its own inputs, and a submission of a failed batch with none; both run while no other batch does.
 */
export class CommandQueue {
  readonly #maxBatchSize: number;
  #waiting: Waiting[] = [];
  /** True while the last batch must run by itself. */
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

  /** Puts submissions of a failed batch back in front, each for a batch of its own. */
  requeueIsolated(submissions: readonly Submission[]): void {
    this.#waiting.unshift(...submissions.map((submission) => ({ submission, isIsolated: true })));
  }

  /** Takes everything that waits. */
  takeAll(): readonly Submission[] {
    return this.#waiting.splice(0).map(({ submission }) => submission);
  }

  /**
   * Takes the next batch; undefined when nothing waits or it has to wait.
   * @param running batches taken and not yet answered.
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

  /** True when `next` may join the batch of `first` with `size` submissions. */
  #mayJoin(first: Waiting, next: Waiting, size: number): boolean {
    if (size >= this.#maxBatchSize || first.isIsolated || next.isIsolated) return false;
    return first.submission.isExclusive
      ? next.submission.command === first.submission.command
      : !next.submission.isExclusive;
  }
}
