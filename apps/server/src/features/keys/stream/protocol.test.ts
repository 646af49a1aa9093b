import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SocketClient } from '../../../market/index.ts';
import type { NewsEntry } from '../../../platform/news/index.ts';
import { FROM, openKeyWorld, signatureOf, type KeyWorld, type MadeKey } from '../../../testing/key-world.ts';
import type { Admission } from '../admit.ts';
import type { KnownKey } from '../known-keys.ts';
import { PrivateProtocol } from './protocol.ts';

let opened: KeyWorld;
let made: MadeKey;
beforeAll(async () => {
  opened = await openKeyWorld();
  made = await opened.make();
});
afterAll(() => opened.close());

const tickets = new Map<string, KnownKey>();
const logged = vi.fn<(details: object, message: string) => void>();
const login = vi.fn<NewsEntry['login']>();
beforeEach(() => {
  tickets.clear();
  logged.mockClear();
  login.mockClear();
});

const request = { headers: { host: 'quay.example' } } as unknown as IncomingMessage;

/** A connection of a program, and what it was answered. */
function connection(admission: Pick<Admission, 'hosts' | 'prove'> = opened.keys.admission) {
  const { db, clock, market } = opened.world;
  const ended = new EventEmitter();
  const protocol = new PrivateProtocol({
    db,
    clock,
    market,
    admission: admission as Admission,
    log: { error: logged },
    news: { login, left() {}, from: () => ({ bound: {}, network: undefined }) as never },
    tickets,
    addressOf: () => FROM,
  });
  const received: unknown[] = [];
  const client = {
    from: protocol.from(request),
    unansweredPings: 0,
    // Past the two bytes of a short frame's head.
    send: (frame: Buffer) => received.push(JSON.parse(frame.subarray(2).toString())),
    end: () => ended.emit('end'),
  } as unknown as SocketClient;
  const ask = (signature?: string) => {
    const atMs = clock.nowMs();
    const stamp = new Date(atMs).toISOString().slice(0, 19);
    const query = `accessKey=${made.access}&signatureMethod=HmacSHA256&signatureVersion=2.1&timestamp=${encodeURIComponent(stamp)}`;
    const right = signatureOf(opened.request(made, { path: '/ws/v2', host: 'quay.example', atMs }), query);
    const params = {
      authType: 'api',
      accessKey: made.access,
      signatureMethod: 'HmacSHA256',
      signatureVersion: '2.1',
      timestamp: stamp,
      signature: signature ?? right,
    };
    protocol.receive(client, JSON.stringify({ action: 'req', ch: 'auth', params }));
  };
  return { protocol, client, received, ended: new Promise((resolve) => ended.once('end', resolve)), ask };
}

test('a signed login enters the news by a ticket', async () => {
  const { ask } = connection();
  ask();
  await vi.waitFor(() => expect(login).toHaveBeenCalledOnce());
  expect(tickets.size).toBe(1);
});

test('a signature of letters that no signature has is refused, and the process goes on', async () => {
  const { ask, received } = connection();
  ask(`é${'a'.repeat(43)}`);
  await vi.waitFor(() => expect(received).toEqual([expect.objectContaining({ code: 2002, message: 'auth.fail' })]));
  expect(logged).not.toHaveBeenCalled();
});

test('a login that cannot be looked up ends its connection alone', async () => {
  const { ask, ended } = connection({
    hosts: (host) => opened.keys.admission.hosts(host),
    prove: () => Promise.reject(new Error('the database is away')),
  });
  ask();
  await ended;
  expect(logged).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'login of a program failed');
  expect(tickets.size).toBe(0);
});

test('a program that leaves while its login is checked, or before it is let in, leaves no ticket', async () => {
  const proven = opened.keys.admission;
  const { ask, protocol, client } = connection();
  ask();
  await vi.waitFor(() => expect(tickets.size).toBe(1));
  protocol.left(client);
  expect(tickets.size).toBe(0);
  login.mockClear();
  let prove: (() => void) | undefined;
  const checked = new Promise<void>((resolve) => (prove = resolve));
  const late = connection({
    hosts: (host) => proven.hosts(host),
    async prove(...asked) {
      await checked;
      return proven.prove(...asked);
    },
  });
  opened.world.clock.advance(1_000);
  late.ask();
  late.protocol.left(late.client);
  prove?.();
  const next = connection();
  opened.world.clock.advance(1_000);
  next.ask();
  await vi.waitFor(() => expect(login).toHaveBeenCalledOnce());
  expect(tickets.size).toBe(1);
});
