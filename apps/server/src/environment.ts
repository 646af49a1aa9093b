/** What a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A missing or wrong variable. The message begins with its name and repeats no secret. */
export class ConfigError extends Error {}

/** No variable may hold one of these. */
export const CONTROL = /\p{Cc}/u;

/** A variable; an empty one counts as unset. */
export function given(env: Environment, name: string): string | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  if (CONTROL.test(value)) throw new ConfigError(`${name} must not contain control characters.`);
  return value;
}

/** A variable of a certain form, which `form` describes for the error. */
export function matching(env: Environment, name: string, pattern: RegExp, form: string): string | undefined {
  const value = given(env, name);
  if (value !== undefined && !pattern.test(value)) throw new ConfigError(`${name} must be ${form}.`);
  return value;
}

/** One of a few words. */
export function choice<const T extends string>(env: Environment, name: string, values: readonly T[], usual: T): T {
  const value = given(env, name) ?? usual;
  const found = values.find((each) => each === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${values.join(', ')}.`);
  return found;
}

/** A plain decimal above zero. */
export function positive(env: Environment, name: string, usual: number): number {
  const text = given(env, name);
  if (text === undefined) return usual;
  const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : 0;
  if (value <= 0) throw new ConfigError(`${name} must be a number above 0.`);
  return value;
}

/** An address with one of these protocols (`redis:`). */
export function address(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const text = given(env, name);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (!url || !protocols.includes(url.protocol) || url.hostname === '') {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.map((each) => `${each}//`).join(' or ')}.`,
    );
  }
  return text;
}
