import { Socket } from 'node:net';
import pg from 'pg';
import type { Clock, Timer } from './clock.ts';
import { closedInTime } from './close-in-time.ts';
import { APP_ROLE } from './db.ts';
import { beginSession, CONNECTING } from './db-session.ts';
import { callBack } from './listeners.ts';
import type { Log } from './log.ts';

const AGAIN_AFTER_MS = 5_000;

interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  readonly clock: Clock;
  readonly received: (payload?: string) => void;
  readonly lost?: () => void;
  readonly name?: string;
  /** Logs a callback that threw. */
  readonly log?: Pick<Log, 'error'> | undefined;
}

/**
 * Receives notifications of the database (`pg_notify`, sent at the commit), on a connection of its own. Those sent
 * while it is lost are lost too.
 */
export class Listener {
  readonly #url: string;
  readonly #channel: string;
  readonly #clock: Clock;
  readonly #received: (payload?: string) => void;
  readonly #lost: () => void;
  readonly #name: string | undefined;
  readonly #log: Pick<Log, 'error'> | undefined;
  #client: pg.Client | undefined;
  #socket: Socket | undefined;
  #timer: Timer | undefined;
  #stopped = false;

  /**
   * `received` gets the payload, or nothing when the connection was restored: notifications may have been lost. `name`
   * is the connection's `application_name`.
   */
  constructor({ url, channel, clock, received, lost = () => {}, name, log }: ListenerOptions) {
    this.#url = url;
    this.#channel = channel;
    this.#clock = clock;
    this.#received = received;
    this.#lost = lost;
    this.#name = name;
    this.#log = log;
  }

  /** Begins to listen; resolves when it does, or when it failed and will be tried again. */
  async start(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      ...CONNECTING,
      stream: () => socket,
      connectionString: this.#url,
      ...(this.#name === undefined ? {} : { application_name: this.#name }),
    });
    client.on('error', () => {});
    client.on('end', () => this.#again(client));
    client.on('notification', ({ payload }) => {
      // A callback that threw missed a notification: a new connection makes it catch up.
      if (!this.#call(() => this.#received(payload))) client.end().catch(() => {});
    });
    this.#client = client;
    this.#socket = socket;
    try {
      await client.connect();
      await beginSession(client, { role: APP_ROLE });
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
    } catch {
      await client.end().catch(() => {});
      this.#again(client);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    const [client, socket] = [this.#client, this.#socket];
    if (client && socket) await closedInTime(client.end(), socket).catch(() => {});
  }

  #call(call: () => void): boolean {
    return callBack(`database.${this.#channel}`, this.#log, call);
  }

  #again(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = undefined;
    this.#call(() => this.#lost());
    this.#timer = this.#clock.after(AGAIN_AFTER_MS, () => {
      void this.start().then(() => {
        if (this.#client) this.#call(() => this.#received());
      });
    });
  }
}
