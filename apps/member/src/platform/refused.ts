import { Refusal } from './envelope.ts';

/** The server's words for the first refused read (WIRE 1.2); undefined where no answer came. */
export const refusedWords = (...errors: readonly unknown[]): string | undefined =>
  errors.flatMap((error) => (error instanceof Refusal && error.message !== '' ? [error.message] : []))[0];
