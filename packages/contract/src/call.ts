import { z } from 'zod';
import type { Reason } from './reasons.ts';

/** What a member's program may do with its key (RULES 7.7); every key may read. */
export const KEY_RIGHTS = ['read', 'trade', 'transfer'] as const;
export type KeyRight = (typeof KEY_RIGHTS)[number];

/** A member call: its name under `/api/`, input, output and guards. */
export interface Call<Name extends string = string, In = unknown, Out = unknown> {
  readonly name: Name;
  /** The first is the spec's. */
  readonly methods: readonly ('GET' | 'POST')[];
  /** Needs the member's token. A public call ignores a bad one. */
  readonly member: boolean;
  /** The right by which a program's key makes the call too, signed (WIRE 1.9); without, only a login does. */
  readonly key?: KeyRight;
  /** Takes an `Idempotency-Key` (WIRE 1.6: every call that moves money). */
  readonly idempotent: boolean;
  /**
   * `opens` a session, which a browser may ask to have bound to it (`Session-Binding: cookie`), or `ends` the caller's.
   */
  readonly session?: 'opens' | 'ends';
  /** Takes one file as `multipart/form-data`, in the part `file`, and no fields. */
  readonly file: boolean;
  /** Fields by name, checked in this order; each failure's message is a {@link Reason}. */
  readonly input: z.ZodType<In>;
  /** The shape of `data`. */
  readonly output: z.ZodType<Out>;
  /** Its own reasons, without those of form, login and transport. */
  readonly reasons: readonly Reason[];
}

interface CallOptions<Name extends string, In extends z.ZodType, Out extends z.ZodType> {
  readonly name: Name;
  readonly methods?: readonly ('GET' | 'POST')[];
  readonly member?: boolean;
  readonly key?: KeyRight;
  readonly idempotent?: boolean;
  readonly session?: 'opens' | 'ends';
  readonly file?: boolean;
  readonly input?: In;
  readonly output?: Out;
  readonly reasons?: readonly Reason[];
}

/** Declares a call. By default: POST, public, no fields, `data` null. */
export function call<
  const Name extends string,
  In extends z.ZodType = z.ZodObject<{}>,
  Out extends z.ZodType = z.ZodNull,
>(options: CallOptions<Name, In, Out>): Call<Name, z.output<In>, z.output<Out>> {
  return {
    name: options.name,
    methods: options.methods ?? ['POST'],
    member: options.member ?? false,
    ...(options.key ? { key: options.key } : {}),
    idempotent: options.idempotent ?? false,
    ...(options.session ? { session: options.session } : {}),
    file: options.file ?? false,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without `input`, In is its default
    input: (options.input ?? z.object({})) as z.ZodType<z.output<In>>,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without `output`, Out is its default
    output: (options.output ?? z.null()) as z.ZodType<z.output<Out>>,
    reasons: options.reasons ?? [],
  };
}

export type InputOf<C> = C extends Call<string, infer In> ? In : never;
export type OutputOf<C> = C extends Call<string, unknown, infer Out> ? Out : never;

/** Every answer to a member call (docs/wire/conventions.md). */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  data: T | null;
  /** Present on every failure: its stable word. */
  reason?: Reason;
}

// Pieces of answers.
/** A decimal string with eight places. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
/** A positive integer id, as a JSON number. */
export const id = z.int().positive();
export const flag = z.union([z.literal(0), z.literal(1)]);
/** ISO-8601, UTC, milliseconds. */
export const time = z.iso.datetime({ precision: 3 });
/**
 * What plans answer: the id by which this very thing is placed until it expires, null where it would be refused, and
 * everything that refuses it now.
 */
export const planned = {
  plan: z.string().nullable(),
  expires: time.nullable(),
  refusals: z.array(z.object({ reason: z.string(), msg: z.string() })),
};
/** `{ list }`, as lists answer. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ list: z.array(item) });
