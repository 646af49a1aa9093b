import { z } from 'zod';
import { proposalItem, type ProposalItem } from './proposal-item.ts';
import type { OperatorReason } from './operator-reasons.ts';

/** What an operator may do; each may all that those before may (docs/wire/operator.md). */
export const ROLES = ['viewer', 'clerk', 'treasurer', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** True when `role` may do what `least` may. */
export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A call of the console: below `/operator/api`, JSON, real HTTP statuses, refusals as problem+json. */
export interface OperatorCall<In = unknown, Out = unknown> {
  readonly method: Method;
  /** Below `/operator/api`; parts in braces are fields of the input: `/recharges/{id}/approve`. */
  readonly path: string;
  /** The least role; null needs no login, as the login itself. */
  readonly role: Role | null;
  /** Path, query and body fields together, strict: an unknown one is refused. */
  readonly input: z.ZodType<In>;
  readonly output: z.ZodType<Out>;
  /** Of success. 202 says that a second operator is needed still: then `isDone` tells which. */
  readonly status: 200 | 201 | 202 | 204;
  /** Where 200 and 202 are both possible: true when nothing more is needed. */
  isDone?(out: Out): boolean;
  /**
   * Needs two operators (RULES 8): always, when one of these fields is given, or sometimes, as what it is done to
   * stands. Then it answers 202 with the proposal, and nothing is changed before another operator approves it.
   */
  readonly two: 'always' | 'sometimes' | readonly string[];
  /** Decides about money, or about who may: asks for a second factor of the last minutes, of who has one. */
  readonly fresh: boolean;
  /** Takes one file as `multipart/form-data`, in the part named `file`. */
  readonly file: boolean;
  /** The reasons particular to this call; those of form, login, role and transport go without saying. */
  readonly reasons: readonly OperatorReason[];
}

interface OperatorCallOptions<In extends z.ZodType, Out extends z.ZodType> {
  readonly role: Role | null;
  readonly input?: In;
  readonly output?: Out;
  readonly status?: 200 | 201 | 202 | 204;
  readonly isDone?: (out: z.output<Out>) => boolean;
  readonly fresh?: boolean;
  readonly file?: boolean;
  readonly reasons?: readonly OperatorReason[];
}

/**
 * A field that is missing is read as undefined, so that it fails with its own reason, or is optional; unknown ones stay
 * refused.
 */
function withEveryField(input: z.ZodType): z.ZodType {
  if (!(input instanceof z.ZodObject)) return input;
  const none = Object.fromEntries(Object.keys(input.shape as object).map((name) => [name, undefined]));
  return z.preprocess((given) => (typeof given === 'object' ? { ...none, ...given } : given), input);
}

/** Declares a console call: 200, no fields and null for the answer unless it says otherwise. */
export function operatorCall<In extends z.ZodType = z.ZodObject<{}>, Out extends z.ZodType = z.ZodNull>(
  method: Method,
  path: string,
  options: OperatorCallOptions<In, Out>,
): OperatorCall<z.output<In>, z.output<Out>> {
  return {
    method,
    path,
    role: options.role,
    input: withEveryField(options.input ?? z.strictObject({})) as z.ZodType<z.output<In>>,
    output: (options.output ?? z.null()) as z.ZodType<z.output<Out>>,
    status: options.status ?? 200,
    ...(options.isDone ? { isDone: options.isDone } : {}),
    two: [],
    fresh: options.fresh ?? false,
    file: options.file ?? false,
    reasons: options.reasons ?? [],
  };
}

/** What a call that needs two operators answers instead of the thing. */
export interface Proposed {
  readonly proposal: ProposalItem;
}
/** True for an answer that says that another operator must approve first. */
export const isProposed = (out: unknown): out is Proposed =>
  typeof out === 'object' && out !== null && 'proposal' in out;

/**
 * The same call, needing two operators: `always`, `sometimes`, or when one of these fields is given. Then it answers
 * 202 and {@link Proposed}.
 */
export const twoOperators = <In, Out>(
  call: OperatorCall<In, Out>,
  two: OperatorCall['two'],
): OperatorCall<In, Out | Proposed> =>
  two.length === 0
    ? call
    : {
        ...call,
        output: z.union([z.strictObject({ proposal: proposalItem }), call.output]),
        two,
        isDone: (out) => !isProposed(out),
        reasons: [
          ...call.reasons,
          'not_established',
          ...(call.reasons.includes('nothing_to_change') ? [] : ['nothing_to_change' as const]),
        ],
      };

/** The same, where a POST makes a thing: 201. */
export const creates = { status: 201 } as const;
