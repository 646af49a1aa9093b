import { ok, refuse, type Result } from '@plimsoll/contract';
import type { Query, Tx } from '../platform/db.ts';
import type { IdempotencyClaim, KeptAnswer } from '../platform/idempotency.ts';
import type { CommandDefinition, Plan, Recorded, Trace } from './command.ts';
import type { Journal } from './journal.ts';
import type { LockRank, SharedNames } from './locks.ts';
import type { Shortfall } from './post.ts';

/** One input in one execution of a batch. */
export interface Step {
  /** Empty while not planned, or refused. */
  readonly journals: readonly Journal[];
  /** Planned and not refused. */
  readonly isPlanned: boolean;
  /** Plans of others count its own. */
  readonly isCounted: boolean;
  readonly trace: Trace | undefined;
  /** Refuses it because an account cannot pay. */
  refuse(reason: Shortfall): void;
  /** The answer to keep in the transaction; undefined without an idempotency key. */
  keptAnswer(): KeptAnswer | undefined;
  /** Gives the caller its answer. */
  settle(): void;
}

/** The inputs of one command in one execution of a batch. */
export interface Group {
  readonly name: string;
  readonly rank: LockRank | undefined;
  /** True for the group of this command's definition. */
  isOf(definition: object): boolean;
  /** What plans of other groups may lock too. */
  shares(): readonly SharedNames[];
  /** Plans all inputs that are not refused yet; refused ones have their answers then. */
  plan(tx: Tx): Promise<void>;
  /** True when its rows are sent before the journals. */
  readonly recordsFirst: boolean;
  /** Sends the rows of planned inputs and sets their answers; undefined when there are none. */
  record(tx: Tx): Omit<Recorded<unknown>, 'outcomes'> | undefined;
  /** True when there was nothing to do and every input has its answer. */
  shortCircuit(query: Query): Promise<boolean>;
}

/** Who waits for an answer. */
export interface Caller<Out> {
  /** Set when the answer is kept under an idempotency key. */
  readonly claim: IdempotencyClaim | undefined;
  readonly resolve: (result: Result<Out>) => void;
}

class TypedStep<In, Planned, Out> implements Step {
  readonly input: In;
  isCounted = false;
  readonly #commandName: string;
  readonly #caller: Caller<Out>;
  plan: Plan<Planned> | undefined;
  result: Result<Out> | undefined;

  constructor(commandName: string, input: In, caller: Caller<Out>) {
    this.#commandName = commandName;
    this.input = input;
    this.#caller = caller;
  }

  get journals(): readonly Journal[] {
    return this.plan?.journals ?? [];
  }

  get isPlanned(): boolean {
    return this.plan !== undefined;
  }

  get trace(): Trace | undefined {
    return this.plan?.trace;
  }

  refuse(reason: Shortfall): void {
    this.plan = undefined;
    this.result = refuse(reason);
  }

  keptAnswer(): KeptAnswer | undefined {
    const { claim } = this.#caller;
    return claim && { claim, result: this.#answer() };
  }

  settle(): void {
    const { claim, resolve } = this.#caller;
    if (claim) claim.kept = true;
    resolve(this.#answer());
  }

  #answer(): Result<Out> {
    if (!this.result) throw new Error(`${this.#commandName} left an input without an answer`);
    return this.result;
  }
}

/** The inputs of one command in one execution of a batch. */
export class CommandGroup<In, Planned, Out> implements Group {
  readonly #definition: CommandDefinition<In, Planned, Out>;
  readonly #steps: TypedStep<In, Planned, Out>[] = [];

  constructor(definition: CommandDefinition<In, Planned, Out>) {
    this.#definition = definition;
  }

  get name(): string {
    return this.#definition.name;
  }

  get rank(): LockRank | undefined {
    return this.#definition.rank;
  }

  isOf(definition: object): boolean {
    return this.#definition === definition;
  }

  shares(): readonly SharedNames[] {
    const inputs = this.#unanswered().map(({ input }) => input);
    return this.#definition.shares?.(inputs).filter(({ names }) => names.length > 0) ?? [];
  }

  get recordsFirst(): boolean {
    return this.#definition.recordsFirst === true;
  }

  /** Adds an input at the end. */
  add(input: In, caller: Caller<Out>): Step {
    const step = new TypedStep<In, Planned, Out>(this.#definition.name, input, caller);
    this.#steps.push(step);
    return step;
  }

  async plan(tx: Tx): Promise<void> {
    const steps = this.#unanswered();
    if (steps.length === 0) return;
    const plans = await this.#definition.plan(
      tx,
      steps.map(({ input }) => input),
    );
    const isCounted = this.#definition.plansTogether === true;
    steps.forEach((step, index) => {
      const plan = plans[index];
      if (!plan) throw new Error(`${this.#definition.name} left an input without a plan`);
      if (plan.ok) {
        step.plan = plan.value;
        step.isCounted = isCounted;
      } else step.result = plan;
    });
  }

  record(tx: Tx): Recorded<Out> | undefined {
    const recorded: TypedStep<In, Planned, Out>[] = [];
    const planned: Planned[] = [];
    for (const step of this.#steps) {
      if (!step.plan) continue;
      recorded.push(step);
      planned.push(step.plan.planned);
    }
    if (recorded.length === 0) return undefined;
    const rows = this.#definition.record(tx, planned);
    this.#answer(recorded, rows.outcomes);
    return rows;
  }

  async shortCircuit(query: Query): Promise<boolean> {
    const outcomes = await this.#definition.shortCircuit?.(
      query,
      this.#steps.map(({ input }) => input),
    );
    if (!outcomes) return false;
    this.#answer(this.#steps, outcomes);
    return true;
  }

  /** Others are refused already. */
  #unanswered(): readonly TypedStep<In, Planned, Out>[] {
    return this.#steps.filter(({ result }) => !result);
  }

  #answer(steps: readonly TypedStep<In, Planned, Out>[], outcomes: readonly Out[]): void {
    if (outcomes.length !== steps.length)
      throw new Error(`${this.#definition.name} gave ${outcomes.length} answers to ${steps.length} inputs`);
    outcomes.forEach((outcome, index) => {
      const step = steps[index];
      if (step) step.result = ok(outcome);
    });
  }
}
