import type { Result } from '@plimsoll/contract';
import type { IdempotencyClaim } from '../platform/idempotency.ts';
import { CommandGroup, type Caller, type Group, type Step } from './command-group.ts';
import type { CommandDefinition } from './command.ts';

/** What one execution of a batch consists of. */
export interface BatchParts {
  /** In the order in which they were submitted. */
  readonly steps: Step[];
  /** In the order in which their commands first appear. */
  readonly groups: Group[];
}

/** One input that was submitted, and who waits for its answer; its types are closed over. */
export interface Submission {
  /** Those of one command are planned together. */
  readonly command: object;
  readonly isExclusive: boolean;
  readonly hasClaim: boolean;
  /** Takes part in an execution of a batch: as a step of it, in its command's group. */
  join(batch: BatchParts): void;
  /** Tells its caller that it failed, and nothing was done. */
  readonly fail: (error: unknown) => void;
}

/** A command that can be submitted to a `GroupedWriter`. One object is one command: inputs of the same are grouped. */
export class LedgerCommand<In, Planned, Out> {
  readonly definition: CommandDefinition<In, Planned, Out>;
  readonly #groups = new WeakMap<BatchParts, CommandGroup<In, Planned, Out>>();

  constructor(definition: CommandDefinition<In, Planned, Out>) {
    this.definition = definition;
  }

  /** An input for the writer's queue, and the promise of its answer. */
  submission(
    input: In,
    claim: IdempotencyClaim | undefined,
  ): { readonly submission: Submission; readonly answer: Promise<Result<Out>> } {
    const { promise: answer, resolve, reject } = Promise.withResolvers<Result<Out>>();
    const caller: Caller<Out> = { claim, resolve };
    const submission: Submission = {
      command: this,
      isExclusive: this.definition.exclusive === true,
      hasClaim: claim !== undefined,
      join: (batch) => {
        batch.steps.push(this.#groupIn(batch).add(input, caller));
      },
      fail: reject,
    };
    return { submission, answer };
  }

  #groupIn(batch: BatchParts): CommandGroup<In, Planned, Out> {
    const known = this.#groups.get(batch);
    if (known) return known;
    const group = new CommandGroup(this.definition);
    this.#groups.set(batch, group);
    batch.groups.push(group);
    return group;
  }
}

/** Makes a command of its definition; a slice does so once, and submits the result again and again. */
export const defineCommand = <In, Planned, Out>(
  definition: CommandDefinition<In, Planned, Out>,
): LedgerCommand<In, Planned, Out> => new LedgerCommand(definition);
