import type { Result } from '@plimsoll/contract';
import type { IdempotencyClaim } from '../platform/idempotency.ts';
import { CommandGroup, type Caller, type Group, type Step } from './command-group.ts';
import type { CommandDefinition } from './command.ts';

/** What one execution of a batch consists of. */
export interface BatchParts {
  /** In the order of submission. */
  readonly steps: Step[];
  /** In the order of their first steps. */
  readonly groups: Group[];
}

/** A submitted input and its caller. */
export interface Submission {
  /** Those of one command are planned together. */
  readonly command: object;
  readonly isExclusive: boolean;
  readonly hasClaim: boolean;
  /** Joins an execution as a step in its command's group. */
  join(batch: BatchParts): void;
  /** Rejects its caller: nothing was done. */
  readonly fail: (error: unknown) => void;
}

/** A command for a `GroupedWriter`. Inputs of the same object are grouped. */
export class LedgerCommand<In, Planned, Out> {
  readonly definition: CommandDefinition<In, Planned, Out>;

  constructor(definition: CommandDefinition<In, Planned, Out>) {
    this.definition = definition;
  }

  /** An input for the queue, and the promise of its answer. */
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

  // Not a weak map by batch: whatever it holds survives a collection of young objects, and a batch holds everything.
  #groupIn(batch: BatchParts): CommandGroup<In, Planned, Out> {
    const known = batch.groups.find((group): group is CommandGroup<In, Planned, Out> => group.isOf(this.definition));
    if (known) return known;
    const group = new CommandGroup(this.definition);
    batch.groups.push(group);
    return group;
  }
}

/** Makes a command; a slice does so once and submits it many times. */
export const defineCommand = <In, Planned, Out>(
  definition: CommandDefinition<In, Planned, Out>,
): LedgerCommand<In, Planned, Out> => new LedgerCommand(definition);
