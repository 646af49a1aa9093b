/** Callbacks of a channel's subscriber. */
export interface Subscriber {
  received(message: string): void;
  /** The connection is back; messages of the time between are lost. */
  reconnected(): void;
}

/** A script that Redis runs in one piece. */
export interface SharedScript {
  /** Unique among the scripts: `takeTurn`. */
  readonly name: string;
  readonly lua: string;
}

/**
 * Channels and scripts that the processes of an installation share. Messages may be lost. While Redis is away, nothing
 * is received and scripts fail; each process then works by itself.
 */
export interface Bus {
  /** To every subscriber, this process's too; lost without a connection. */
  publish(channel: string, message: string): void;
  /** Rejects without a connection. */
  listen(channel: string, subscriber: Subscriber): Promise<void>;
  /** Rejects when it cannot be run soon. */
  run(script: SharedScript, key: string, values: readonly (string | number)[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Sent and received over Redis, which may be away. */
export interface RedisBus extends Bus {
  /** False from a lost connection, or a message that was not taken, until it works again. */
  isUp(): boolean;
  /** Calls `changed` when that changes. */
  onChange(changed: () => void): void;
}
