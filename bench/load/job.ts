/** What the load generator is to do. */
export interface Job {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** One connection each; the form bodies are sent in turn, again and again. */
  readonly members: readonly { readonly token: string; readonly bodies: readonly string[] }[];
  readonly seconds: number;
  /** Null: every member sends the next as soon as the last is answered. */
  readonly perSecond: number | null;
  /** Begins every `Idempotency-Key`; null sends none. */
  readonly keys: string | null;
}

/** What came of it. */
export interface Outcome {
  /** Ids that acknowledgements named. */
  readonly ids: readonly number[];
  /** From the moment a request was due to its whole answer, refusals included. */
  readonly latenciesMs: readonly number[];
  /** How many were refused, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  readonly tookMs: number;
}
