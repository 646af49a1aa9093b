/** Callbacks of a channel's subscriber. */
export interface Subscriber {
  received(message: string): void;
  /** The connection is back after it was lost; messages of the time between are lost. */
  reconnected(): void;
}

/** A script that Redis runs in one piece. */
export interface SharedScript {
  /** Unique among the scripts: `takeTurn`. */
  readonly name: string;
  readonly lua: string;
}

/**
 * What several processes of one installation share besides the database: channels, and scripts on common counts. It may
 * lose messages. While Redis is away, nothing is received and scripts fail; each process then works by itself.
 */
export interface Bus {
  /** Sends to every subscriber, this process's too; lost while there is no connection. */
  publish(channel: string, message: string): void;
  /** Subscribes. Rejects when there is no connection. */
  listen(channel: string, subscriber: Subscriber): Promise<void>;
  /** Runs a script on one key. Rejects when it cannot be run soon. */
  run(script: SharedScript, key: string, values: readonly (string | number)[]): Promise<unknown>;
  close(): Promise<void>;
}
