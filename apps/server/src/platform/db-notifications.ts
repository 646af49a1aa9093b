import { Socket } from 'node:net';
import pg from 'pg';
import type { Clock, Timer } from './clock.ts';
import { closedInTime } from './close-in-time.ts';
import { APP_ROLE } from './db.ts';
import { beginSession, CONNECTING } from './db-session.ts';
import { callBack } from './listeners.ts';
import type { Log } from './log.ts';

const AGAIN_AFTER_MS = 5_000;

interface ChannelOptions {
  readonly channel: string;
  /** Gets the payload, or nothing where notifications may have been missed. */
  readonly received: (payload?: string) => void;
  /** From now on notifications are missed, until `received` is called without one. */
  readonly lost?: () => void;
}

/** One channel that is listened to. */
export interface Listener {
  /** Begins to listen; resolves when it does, or when it failed and will be tried again. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface DbNotificationsOptions {
  readonly url: string;
  readonly clock: Clock;
  /** The connection's `application_name`. */
  readonly name?: string;
  /** Logs a callback that threw. */
  readonly log?: Pick<Log, 'error'> | undefined;
}

interface Channel extends ChannelOptions {
  /** A callback of it threw: until then it is given nothing, and then that notifications may have been missed. */
  behind?: Timer | undefined;
}

interface Connection {
  readonly client: pg.Client;
  readonly socket: Socket;
  isOpen: boolean;
}

/**
 * Receives notifications of the database (`pg_notify`, sent at the commit), all channels of a process on one connection:
 * each commit that notifies wakes every connection that listens. It is open while a channel is listened to. Those sent
 * while it is lost are lost too.
 */
export class DbNotifications {
  readonly #options: DbNotificationsOptions;
  readonly #channels = new Set<Channel>();
  #connection: Connection | undefined;
  #opening: Promise<void> | undefined;
  #again: Timer | undefined;

  constructor(options: DbNotificationsOptions) {
    this.#options = options;
  }

  /** A listener of one channel. */
  listener(options: ChannelOptions): Listener {
    const channel: Channel = { ...options };
    return { start: () => this.#begin(channel), stop: () => this.#end(channel) };
  }

  async #begin(channel: Channel): Promise<void> {
    this.#channels.add(channel);
    if (this.#connection?.isOpen) await this.#listenTo(this.#connection, [channel]);
    else if (this.#again) this.#call(channel, () => channel.lost?.());
    else await (this.#opening ??= this.#open());
  }

  async #end(channel: Channel): Promise<void> {
    channel.behind?.cancel();
    channel.behind = undefined;
    this.#channels.delete(channel);
    if (this.#channels.size > 0) return;
    this.#again?.cancel();
    this.#again = undefined;
    const connection = this.#connection;
    this.#connection = undefined;
    this.#opening = undefined;
    if (connection) await closedInTime(connection.client.end(), connection.socket).catch(() => {});
  }

  async #open(): Promise<void> {
    const socket = new Socket();
    const { url, name } = this.#options;
    const client = new pg.Client({
      ...CONNECTING,
      stream: () => socket,
      connectionString: url,
      ...(name === undefined ? {} : { application_name: name }),
    });
    const connection = { client, socket, isOpen: false };
    this.#connection = connection;
    client.on('error', () => {});
    client.on('end', () => this.#lost(connection));
    client.on('notification', (note) => {
      if (this.#connection === connection) this.#notified(note);
    });
    try {
      await client.connect();
      await beginSession(client, { role: APP_ROLE });
    } catch {
      return this.#close(connection);
    }
    // Ended meanwhile, and perhaps opened again.
    if (this.#connection !== connection) return this.#close(connection);
    connection.isOpen = true;
    this.#opening = undefined;
    // Those, too, that came while it was opened.
    await this.#listenTo(connection, [...this.#channels]);
  }

  async #listenTo(connection: Connection, channels: readonly Channel[]): Promise<void> {
    const names = new Set(channels.map(({ channel }) => channel));
    try {
      await connection.client.query([...names].map((name) => `listen ${pg.escapeIdentifier(name)}`).join('; '));
    } catch {
      await this.#close(connection);
    }
  }

  async #close(connection: Connection): Promise<void> {
    await connection.client.end().catch(() => {});
    this.#lost(connection);
  }

  #notified({ channel: name, payload }: pg.Notification): void {
    for (const channel of this.#channels)
      if (channel.channel === name && !channel.behind && !this.#call(channel, () => channel.received(payload)))
        this.#fallBehind(channel);
  }

  /** A callback that threw missed a notification; the other channels go on. */
  #fallBehind(channel: Channel): void {
    this.#call(channel, () => channel.lost?.());
    channel.behind = this.#options.clock.after(AGAIN_AFTER_MS, () => {
      channel.behind = undefined;
      this.#call(channel, () => channel.received());
    });
  }

  #lost(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#opening = undefined;
    for (const channel of this.#channels) {
      channel.behind?.cancel();
      channel.behind = undefined;
      this.#call(channel, () => channel.lost?.());
    }
    this.#again = this.#options.clock.after(AGAIN_AFTER_MS, () => {
      this.#again = undefined;
      this.#opening = this.#open();
      void this.#opening.then(() => {
        if (!this.#connection?.isOpen) return;
        for (const channel of this.#channels) this.#call(channel, () => channel.received());
      });
    });
  }

  #call({ channel }: Channel, call: () => void): boolean {
    return callBack(`database.${channel}`, this.#options.log, call);
  }
}
