import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SocketClient } from '../../../market/index.ts';
import type { Db } from '../../../platform/db.ts';
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

function protocolOf(admission: Pick<Admission, 'hosts' | 'prove'>, db: Db = opened.world.db): PrivateProtocol {
  const { clock, market } = opened.world;
  return new PrivateProtocol({
    db,
    clock,
    market,
    admission: admission as Admission,
    log: { error: logged },
    news: { login, left() {}, from: () => ({ bound: {}, network: undefined }) as never },
    tickets,
    addressOf: () => FROM,
  });
}

/** A connection of a program, and what it was answered. */
function connection(
  admission: Pick<Admission, 'hosts' | 'prove'> = opened.keys.admission,
  protocol = protocolOf(admission),
) {
  const { clock } = opened.world;
  const ended = new EventEmitter();
  const received: unknown[] = [];
  const client = {
    from: protocol.from(request),
    unansweredPings: 0,
    // Past the frame's head, which a length above 125 makes longer.
    send: (frame: Buffer) => received.push(JSON.parse(frame.subarray(frame[1] === 126 ? 4 : 2).toString())),
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

/** A protocol whose readings of balances wait until they are let go on. */
function slowBalances() {
  const reads: (() => void)[] = [];
  const { db } = opened.world;
  const slow: Db = {
    ...db,
    async run(statement, values) {
      if (statement.name === 'ledger.balances') await new Promise<void>((resolve) => reads.push(resolve));
      return db.run(statement, values);
    },
  };
  return { reads, protocol: protocolOf(opened.keys.admission, slow) };
}

/** A connection that logged in, and follows. */
async function loggedIn(protocol: PrivateProtocol) {
  const program = connection(opened.keys.admission, protocol);
  // Another second than the logins before, so that its signature is its own.
  opened.world.clock.advance(1_000);
  login.mockClear();
  program.ask();
  await vi.waitFor(() => expect(login).toHaveBeenCalledOnce());
  login.mock.calls[0]?.[0].report({ login: 'ok' });
  const ask = (action: 'sub' | 'unsub', ch: string) =>
    program.protocol.receive(program.client, JSON.stringify({ action, ch }));
  const answers = (fields: object) =>
    program.received.filter((each) => expect.objectContaining(fields).asymmetricMatch(each));
  return { ...program, ask, answers };
}

test('a channel of balances that is followed already is acknowledged, and they are not read again', async () => {
  const { reads, protocol } = slowBalances();
  const { ask, answers } = await loggedIn(protocol);
  ask('sub', 'accounts.update');
  reads[0]?.();
  await vi.waitFor(() => expect(answers({ action: 'push' })).toHaveLength(2));
  for (let asked = 0; asked < 10; asked += 1) ask('sub', 'accounts.update');
  expect(answers({ action: 'sub', code: 200 })).toHaveLength(11);
  expect(reads).toHaveLength(1);
});

test('balances are read once at a time for a connection, and every channel of them is greeted', async () => {
  const { reads, protocol } = slowBalances();
  const { ask, answers } = await loggedIn(protocol);
  ask('sub', 'accounts.update');
  for (let asked = 0; asked < 10; asked += 1) {
    for (const mode of [0, 1, 2]) ask('sub', `accounts.update#${mode}`);
    ask('unsub', 'accounts.update#1');
  }
  expect(reads).toHaveLength(1);
  reads[0]?.();
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[1]?.();
  await vi.waitFor(() => expect(answers({ action: 'push', ch: 'accounts.update#2' })).toHaveLength(2));
  for (const [ch, count] of [
    ['accounts.update', 2],
    ['accounts.update#0', 2],
    ['accounts.update#1', 0],
  ] as const)
    expect(answers({ action: 'push', ch })).toHaveLength(count);
  expect(reads).toHaveLength(2);
});

test('a key subscribes to balances a hundred times a second, on all its connections together', async () => {
  const { reads, protocol } = slowBalances();
  const programs = [await loggedIn(protocol), await loggedIn(protocol)];
  for (const { ask } of programs)
    for (let asked = 0; asked < 60; asked += 1) {
      ask('sub', 'accounts.update');
      ask('unsub', 'accounts.update');
    }
  const refusal = { action: 'sub', code: 429, ch: 'accounts.update', message: 'too many requests' };
  expect(programs.map(({ answers }) => answers({ action: 'sub', code: 200 }).length)).toEqual([60, 40]);
  expect(programs.map(({ answers }) => answers(refusal).length)).toEqual([0, 20]);
  expect(reads).toHaveLength(2);
  opened.world.clock.advance(1_000);
  programs[1]?.ask('sub', 'accounts.update');
  expect(programs[1]?.answers({ action: 'sub', code: 200 })).toHaveLength(41);
  for (const goOn of reads) goOn();
});
