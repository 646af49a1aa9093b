import pg from 'pg';
import type { Clock, Timer } from './clock.ts';
import { APP_ROLE, workingAs } from './db.ts';
import { callBack } from './listeners.ts';
import type { Log } from './log.ts';

/** How soon a listener that lost its connection takes up another. */
const AGAIN_AFTER_MS = 5_000;

interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  readonly clock: Clock;
  readonly heard: (said?: string) => void;
  readonly lost?: () => void;
  readonly name?: string;
  /** Where it says that what was heard could not be dealt with. */
  readonly log?: Pick<Log, 'error'> | undefined;
}

/**
 * Hears what is announced on a channel of the database (`pg_notify`), by whichever process, when the transaction that
 * announced it is committed. It has a connection of its own, which costs nothing while nothing is said. What is said
 * while it is away is not heard later: whoever must not miss anything looks now and then besides.
 */
export class Listener {
  readonly #url: string;
  readonly #channel: string;
  readonly #clock: Clock;
  readonly #heard: (said?: string) => void;
  readonly #lost: () => void;
  readonly #name: string | undefined;
  readonly #log: Pick<Log, 'error'> | undefined;
  #client: pg.Client | undefined;
  #timer: Timer | undefined;
  #stopped = false;

  /**
   * `heard` is given what was said, or nothing when a new connection was taken up: then anything may have been said
   * meanwhile. `lost` is called when there is none. `name` is what the connection is called in the database.
   */
  constructor({ url, channel, clock, heard, lost = () => {}, name, log }: ListenerOptions) {
    this.#url = url;
    this.#channel = channel;
    this.#clock = clock;
    this.#heard = heard;
    this.#lost = lost;
    this.#name = name;
    this.#log = log;
  }

  /** Begins to listen; resolves when it does, or when that failed and will be tried again. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      ...workingAs(this.#url, APP_ROLE),
      ...(this.#name === undefined ? {} : { application_name: this.#name }),
    });
    client.on('error', () => {});
    client.on('end', () => this.#again(client));
    client.on('notification', ({ payload }) => {
      // What was not dealt with is as good as missed: another connection is taken up, which says that.
      if (!this.#call(() => this.#heard(payload))) client.end().catch(() => {});
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
    } catch {
      await client.end().catch(() => {});
      this.#again(client);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#client?.end().catch(() => {});
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
        if (this.#client) this.#call(() => this.#heard());
      });
    });
  }
}
