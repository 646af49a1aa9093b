import { z } from 'zod';
import { proposalItem, type ProposalItem } from './proposal-item.ts';
import type { OperatorReason } from './operator-reasons.ts';

/** Roles, each including those before it (docs/wire/operator.md). */
export const ROLES = ['viewer', 'clerk', 'treasurer', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** True when `role` is at least `needed`. */
export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A console call: below `/operator/api`, JSON, real HTTP statuses, refusals as problem+json. */
export interface OperatorCall<In = unknown, Out = unknown> {
  readonly method: Method;
  /** Braces name fields of the input: `/recharges/{id}/approve`. */
  readonly path: string;
  /** The lowest role; null needs no login. */
  readonly role: Role | null;
  /** Path, query and body fields together; an unknown one is refused. */
  readonly input: z.ZodType<In>;
  readonly output: z.ZodType<Out>;
  /** 202: a second operator is needed; then `isDone` distinguishes. */
  readonly status: 200 | 201 | 202 | 204;
  /** Where 200 and 202 are both possible: true when nothing more is needed. */
  isDone?(out: Out): boolean;
  /**
   * Needs two operators (RULES 8): always, when one of these fields is given, or sometimes, by the state of the thing.
   * It then answers 202 and changes nothing until another operator approves.
   */
  readonly two: 'always' | 'sometimes' | readonly string[];
  /** Needs a second factor given in the last minutes, if the operator has one: it decides about money or rights. */
  readonly fresh: boolean;
  /** Takes one file as `multipart/form-data`, in the part `file`. */
  readonly file: boolean;
  /** Its own reasons, without those of form, login, role and transport. */
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

/** A missing field is read as undefined: it fails with its own reason or is optional. */
function withEveryField(input: z.ZodType): z.ZodType {
  if (!(input instanceof z.ZodObject)) return input;
  const none = Object.fromEntries(Object.keys(input.shape as object).map((name) => [name, undefined]));
  return z.preprocess((given) => (typeof given === 'object' ? { ...none, ...given } : given), input);
}

/** Declares a console call. By default: status 200, no fields, answer null. */
export function operatorCall<In extends z.ZodType = z.ZodObject<{}>, Out extends z.ZodType = z.ZodNull>(
  method: Method,
  path: string,
  options: OperatorCallOptions<In, Out>,
): OperatorCall<z.output<In>, z.output<Out>> {
  return {
    method,
    path,
    role: options.role,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without `input`, In is its default
    input: withEveryField(options.input ?? z.strictObject({})) as z.ZodType<z.output<In>>,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without `output`, Out is its default
    output: (options.output ?? z.null()) as z.ZodType<z.output<Out>>,
    status: options.status ?? 200,
    ...(options.isDone ? { isDone: options.isDone } : {}),
    two: [],
    fresh: options.fresh ?? false,
    file: options.file ?? false,
    reasons: options.reasons ?? [],
  };
}

/** Answered in place of the thing. */
export interface Proposed {
  readonly proposal: ProposalItem;
}
/** Whether it waits for another operator's approval. */
export const isProposed = (out: unknown): out is Proposed =>
  typeof out === 'object' && out !== null && 'proposal' in out;

/** The same call, needing two operators as {@link OperatorCall.two} says. It then answers {@link Proposed}. */
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

/** For a POST that creates a thing: 201. */
export const creates = { status: 201 } as const;
