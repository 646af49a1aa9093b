/**
 * What the rules say of one call: the reasons that are right to refuse it with, or what its answer says, some of it.
 */
export type Outcome =
  | { readonly refused: readonly string[] }
  | {
      readonly done: Readonly<Record<string, unknown>>;
      /** Takes the id over that the server gave. */
      readonly named?: (id: string) => void;
    };

export const refused = (...reasons: string[]): Outcome => ({ refused: reasons });
export const done = (answer: Readonly<Record<string, unknown>> = {}, named?: (id: string) => void): Outcome => ({
  done: answer,
  ...(named ? { named } : {}),
});
