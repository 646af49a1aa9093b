export interface Job {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** One connection each; the form bodies are sent in turn. */
  readonly members: readonly {
    readonly token: string;
    readonly bodies: readonly string[];
    /** Signs each request as HTX's programs do; the bodies are JSON then, without their last brace. */
    readonly signs?: { readonly access: string; readonly secret: string } | undefined;
  }[];
  readonly seconds: number;
  /** Null: each member sends its next request when the last is answered. */
  readonly perSecond: number | null;
  /** Prefix of every `Idempotency-Key`; null sends none. */
  readonly keys: string | null;
}

export interface Outcome {
  readonly ids: readonly number[];
  /** From when a request was due to its whole answer, refusals included. */
  readonly latenciesMs: readonly number[];
  readonly refused: Readonly<Record<string, number>>;
  readonly tookMs: number;
}
