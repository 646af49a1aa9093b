declare module 'virtual:plimsoll/messages' {
  /** Languages with words for this audience. */
  export const codes: readonly string[];
  /** Loads words: a language's first view by its code, a later slice as `code.slice`. */
  export const words: (name: string) => Promise<{ readonly default: object }>;
}
