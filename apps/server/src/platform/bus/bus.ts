/** What hears a channel. */
export interface Ears {
  heard(said: string): void;
  /** The connection is back after it was lost: what was said meanwhile was not heard. */
  again(): void;
}

/** A script that Redis runs in one piece. */
export interface SharedScript {
  /** Unique among the scripts: `takeTurn`. */
  readonly name: string;
  readonly lua: string;
}

/**
 * What several processes of one installation share besides the database: channels to talk over, and scripts on common
 * counts. Nothing that must not be lost goes over it. Where Redis is away, nothing is heard and scripts fail; what uses
 * it goes on alone.
 */
export interface Bus {
  /** Tells every process that listens, this one too; nobody, while there is no connection. */
  tell(channel: string, said: string): void;
  /** Listens from now on. Rejects when there is no connection. */
  listen(channel: string, ears: Ears): Promise<void>;
  /** Runs a script on one key. Rejects when it cannot be run soon. */
  run(script: SharedScript, key: string, values: readonly (string | number)[]): Promise<unknown>;
  close(): Promise<void>;
}
