import { Refusal } from './envelope.ts';

/**
 * What the server said to a read that it refused (WIRE 1.2), of the first that was; undefined where no
 * answer came, which other words say.
 */
export const refusedWords = (...errors: readonly unknown[]): string | undefined =>
  errors.flatMap((error) => (error instanceof Refusal && error.message !== '' ? [error.message] : []))[0];
