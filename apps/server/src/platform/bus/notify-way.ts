import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { openDb, sql } from '../db.ts';
import { callBack } from '../listeners.ts';
import type { Log } from '../log.ts';
import { DbNotifications } from '../db-notifications.ts';
import type { SecretOrSecrets } from '../secret.ts';
import { envelope } from './signature.ts';

const CHANNEL = 'plimsoll_bus';
/** PostgreSQL takes less than 8000 bytes in one notification; messages are ASCII but for names of coins. */
const PART_LENGTH = 2_000;
const STATEMENT_WITHIN_MS = 2_000;
const ASK = 'ask';

// A notification is not worth waiting for a disk: it is lost with the connection anyway.
const beQuick = sql<never>('bus.beQuick', `select set_config('synchronous_commit', 'off', true)`);
const notify = sql<never>('bus.notify', 'select pg_notify($1, part) from unnest($2::text[]) part');

interface NotifyWayOptions {
  readonly url: string;
  readonly secret: SecretOrSecrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly received: (channel: string, message: string) => void;
  readonly asked: () => void;
  /** The connection was away: notifications of the time between are lost. */
  readonly restored: () => void;
}

/** A way between processes over the database's notifications. */
export interface NotifyWay {
  /** To every process, this one too; in order; lost without a connection. */
  publish(channel: string, message: string): void;
  /** Asks all to publish here too. */
  ask(): void;
  close(): Promise<void>;
}

/** Opens it: a connection that listens, and one to send with, opened when it is needed. */
export async function openNotifyWay(options: NotifyWayOptions): Promise<NotifyWay> {
  const { url, clock, log, secret } = options;
  const { seal, open } = envelope(secret);
  const db = openDb(url, { connections: 1, statementMs: STATEMENT_WITHIN_MS });
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;
  const self = randomBytes(6).toString('hex');
  let sent = 0;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const parts = waiting;
      waiting = [];
      await db
        .transaction(async (tx) => {
          void tx.run(beQuick).catch(() => {});
          await tx.run(notify, [CHANNEL, parts]);
        })
        // Prices of two seconds ago are of no use to anybody.
        .catch(() => {});
    }
    sending = undefined;
  }
  const send = (channel: string, message: string): void => {
    waiting.push(...partsOf(`${channel}\n${seal(channel, message)}`, `${self}.${(sent += 1)}`));
    sending ??= sendAll();
  };

  const gathered = new Parts();
  // A connection of its own: prices of every market come by it while Redis is away.
  const listener = new DbNotifications({ url, clock, log }).listener({
    channel: CHANNEL,
    received(part) {
      if (part === undefined) return options.restored();
      const whole = gathered.add(part);
      if (whole === undefined) return;
      const end = whole.indexOf('\n');
      const channel = whole.slice(0, end);
      const message = open(channel, whole.slice(end + 1));
      if (message === undefined) return;
      if (channel === ASK) options.asked();
      else callBack('bus.message', log, () => options.received(channel, message));
    },
    lost: () => gathered.forget(),
  });
  await listener.start();
  return {
    publish: send,
    ask: () => send(ASK, String(clock.nowMs())),
    async close() {
      await listener.stop();
      await sending;
      await db.close();
    },
  };
}

/** `name:number:count:text`, each short enough for a notification. */
function partsOf(text: string, name: string): string[] {
  const count = Math.ceil(text.length / PART_LENGTH);
  return Array.from(
    { length: count },
    (_, at) => `${name}:${at}:${count}:${text.slice(at * PART_LENGTH, (at + 1) * PART_LENGTH)}`,
  );
}

/**
 * Puts parts together; those of one message come in order and, between senders, mixed. They are sent with one commit:
 * the end of what has begun to come is missing only when the connection it came by was lost.
 */
class Parts {
  readonly #begun = new Map<string, string>();

  /** Forgets what has begun: its end was lost. */
  forget(): void {
    this.#begun.clear();
  }

  /** The whole message with its last part. */
  add(part: string): string | undefined {
    const [, name = '', at = '', count = '', text = ''] = /^([^:]*):(\d+):(\d+):(.*)$/s.exec(part) ?? [];
    const sofar = (at === '0' ? '' : (this.#begun.get(name) ?? '')) + text;
    const isLast = Number(at) + 1 === Number(count);
    this.#begun.delete(name);
    if (!isLast) this.#begun.set(name, sofar);
    return isLast ? sofar : undefined;
  }
}
