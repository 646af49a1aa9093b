import type { Call } from '@plimsoll/contract';
import type { OperatorCall } from '@plimsoll/contract/operator';

/** A call with its constant's name. */
export interface Named<C> {
  readonly name: string;
  readonly call: C;
}

/** Calls of one file of the contract, in order. */
export interface Slice<C> {
  /** `spot`; the file's name. */
  readonly name: string;
  /** Relative to the repository. */
  readonly path: string;
  readonly calls: readonly Named<C>[];
}

/** What a slice is loaded by. */
interface Source {
  readonly path: string;
  readonly text: string;
}

const MEMBER = /^packages\/contract\/src\/([a-z-]+)\.ts$/;
const OPERATOR = /^packages\/contract\/src\/operator\/([a-z-]+)\.ts$/;

const isMemberCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'methods' in value && 'idempotent' in value;
const isOperatorCall = (value: unknown): value is OperatorCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'role' in value;

async function load<C>(
  files: readonly Source[],
  of: RegExp,
  specifier: string,
  isCall: (value: unknown) => value is C,
): Promise<Slice<C>[]> {
  const slices = await Promise.all(
    files.map(async ({ path, text }): Promise<Slice<C> | undefined> => {
      const name = of.exec(path)?.[1];
      if (name === undefined || name === 'index') return undefined;
      const module: object = await import(`${specifier}${name}`);
      const placeOf = (each: string): number => text.search(new RegExp(`\\b${each}\\b`));
      const calls = Object.entries<unknown>({ ...module }).flatMap(([each, value]) =>
        isCall(value) ? [{ name: each, call: value }] : [],
      );
      return { name, path, calls: calls.toSorted((a, b) => placeOf(a.name) - placeOf(b.name)) };
    }),
  );
  return slices.filter((slice) => slice !== undefined).filter(({ calls }) => calls.length > 0);
}

/** Every slice of the member API that declares calls. */
export const memberSlices = (files: readonly Source[]): Promise<Slice<Call>[]> =>
  load(files, MEMBER, '@plimsoll/contract/', isMemberCall);
/** Every slice of the operator API that declares calls. */
export const operatorSlices = (files: readonly Source[]): Promise<Slice<OperatorCall>[]> =>
  load(files, OPERATOR, '@plimsoll/contract/operator/', isOperatorCall);
