import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@plimsoll/contract/operator';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { Proposals } from '../features/proposals/index.ts';
import { createWebhooks, type WebhookDeps, type Webhooks } from '../features/webhooks/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { DbNotifications } from '../platform/db-notifications.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { testDatabase } from './database.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { failingLog } from './world-parts.ts';

/** A request that a receiver got. */
export interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  /** Its address, without a path. */
  readonly url: string;
  /** All that was got, in order. */
  readonly got: readonly Got[];
  /** How it answers from now on; by default 204 at once. */
  answer: (response: ServerResponse, got: Got) => void;
  /** Resolves when it has got that many. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a {@link Receiver}. */
export async function openReceiver(): Promise<Receiver> {
  const got: Got[] = [];
  let waiting: { readonly count: number; readonly done: () => void }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const each = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() };
      got.push(each);
      for (const { count, done } of waiting) if (got.length >= count) done();
      waiting = waiting.filter(({ count }) => got.length < count);
      receiver.answer(response, each);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const receiver: Receiver = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a TCP server
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    answer: (response) => response.writeHead(204).end(),
    until: (count) => (got.length >= count ? Promise.resolve() : new Promise((done) => waiting.push({ count, done }))),
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return receiver;
}

/**
 * Verifies a request with a library of Standard Webhooks and gives its body.
 * @param nowMs the receiver's clock; default: the machine's
 */
export function verified(secret: string, { headers, body }: Got, nowMs?: number): Record<string, unknown> {
  const machine = Date.now;
  // The library has no clock of its own.
  if (nowMs !== undefined) Date.now = () => nowMs;
  try {
    const written = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    return z.record(z.string(), z.unknown()).parse(new Webhook(secret).verify(body, Object.fromEntries(written)));
  } finally {
    Date.now = machine;
  }
}

/** An endpoint that two owners agreed on, with its secret. */
export interface Endpoint {
  readonly id: number;
  readonly secret: string;
}

/** Webhooks and their console over HTTP, with a manual clock and receivers on this machine. */
export interface WebhookWorld {
  readonly db: Db;
  readonly url: string;
  readonly owner: Db;
  readonly clock: ManualClock;
  readonly http: OperatorHttp;
  readonly webhooks: Webhooks;
  /** An owner's token. */
  readonly token: string;
  /** Registers an endpoint; by default of everything. */
  endpoint(url: string, events?: readonly WebhookEvent[]): Promise<Endpoint>;
  /** Writes a message about a member, as a trigger does. */
  write(type: WebhookEvent, memberId: string | number, data?: object): Promise<void>;
  /** The same in another process. */
  another(more?: Partial<WebhookDeps>): Webhooks;
  close(): Promise<void>;
}

const write = sql<never>('testing.webhook', 'select webhook_write($1, $2, $3, $4::json)');
let named = 0;

/** Opens a {@link WebhookWorld}; nothing is delivered before `webhooks.deliverer` starts. */
export async function openWebhookWorld(startMs = Date.UTC(2026, 0, 5, 9)): Promise<WebhookWorld> {
  const database = await testDatabase();
  const { db, url } = database;
  const owner = openDb(url, { role: null, connections: 1 });
  const clock = new ManualClock(startMs);
  const proposals = new Proposals({ db, clock, log: failingLog });
  const another: WebhookWorld['another'] = (more = {}) =>
    createWebhooks({
      db,
      notifications: new DbNotifications({ url, clock, log: failingLog }),
      clock,
      log: failingLog,
      proposals,
      secret: 'of this test alone',
      webhookAllow: ['127.0.0.1'],
      ...more,
    });
  const webhooks = another();
  const http = operatorHttp({ db, clock, proposals, routes: [], operatorRoutes: webhooks.operatorRoutes });
  const { token } = await http.operator('owner');
  return {
    db,
    url,
    owner,
    clock,
    http,
    webhooks,
    token,
    another,
    async endpoint(to, events = WEBHOOK_EVENTS) {
      const made = await http.agreed('POST', '/webhooks', {
        token,
        fields: { name: `Receiver ${++named}`, url: to, events },
      });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      const shown = await http.ask('POST', `/webhooks/${String(made.body['id'])}/secret`, { token });
      return { id: Number(made.body['id']), secret: String(shown.body['secret']) };
    },
    write: async (type, memberId, data = {}) =>
      void (await db.run(write, [type, memberId, new Date(clock.nowMs()), JSON.stringify(data)])),
    async close() {
      await http.app.close();
      await owner.close();
      await database.drop();
    },
  };
}
