declare module 'virtual:plimsoll/messages' {
  /** A language's chunk: the words of the first view, and the way to those of a later slice. */
  interface FirstWords {
    readonly default: object;
    readonly later: (slice: string) => Promise<{ readonly default: object }>;
  }
  const loaders: Readonly<Record<string, () => Promise<FirstWords>>>;
  export default loaders;
}
