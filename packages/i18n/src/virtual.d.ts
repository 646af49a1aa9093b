declare module 'virtual:plimsoll/messages' {
  /** Languages that this face has words in. */
  export const codes: readonly string[];
  /** Loads words: a language's of the first view by its code, those of a later slice as `code.slice`. */
  export const words: (name: string) => Promise<{ readonly default: object }>;
}
