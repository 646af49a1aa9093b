/** What the rules expect of a call: the correct reasons for a refusal, or some values of the answer. */
export type Outcome =
  | { readonly refused: readonly string[] }
  | {
      readonly done: Readonly<Record<string, unknown>>;
      readonly named?: (id: string) => void;
    };

export const refused = (...reasons: string[]): Outcome => ({ refused: reasons });
export const done = (answer: Readonly<Record<string, unknown>> = {}, named?: (id: string) => void): Outcome => ({
  done: answer,
  ...(named ? { named } : {}),
});
