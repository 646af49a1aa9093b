import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinNote, openNote, signText } from '@plimsoll/proof/log';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifySignature } from './ed25519.ts';
import { openKey } from './key-file.ts';
import { folderMemory, originHash, type Memory } from './memory.ts';
import { createWitnessServer } from './serve.ts';
import { logKey, requestOf, TestLog } from './testing/test-log.ts';
import { Witness } from './witness.ts';

const ORIGIN = 'log.example/log';
const KEY = logKey(ORIGIN, 'first');
const NEXT_KEY = logKey(ORIGIN, 'second');
const STRANGER = logKey(ORIGIN, 'stranger');
const OTHER = logKey('other.example/log', 'other');
const LOGS = new Map([
  [ORIGIN, [KEY.key, NEXT_KEY.key]],
  [OTHER.key.name, [OTHER.key]],
]);
const LOG = new TestLog(
  ORIGIN,
  Array.from({ length: 2_000 }, (_, at) => `entry ${at}`),
);
const START_MS = Date.UTC(2026, 10, 22, 12);

let folder = '';
let nowMs = START_MS;
const events: { event: string; fields: Readonly<Record<string, unknown>> }[] = [];
const ends: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-witness-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  nowMs = START_MS;
  events.length = 0;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type: string | null;
}

interface Served {
  readonly url: string;
  readonly vkey: ReturnType<typeof openKey>;
  readonly post: (body: string | Uint8Array<ArrayBuffer>) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
}

/** A witness over the test's folder, as a restart would open it. */
async function open(memory: Memory = folderMemory(folder)): Promise<Served> {
  const vkey = openKey(join(folder, 'key'), 'witness.example/w1');
  const witness = new Witness({ key: vkey, logs: LOGS, memory, nowMs: () => nowMs });
  const server = createWitnessServer(witness, (event, fields) => events.push({ event, fields }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(url + path, init);
    return { status: answer.status, body: await answer.text(), type: answer.headers.get('content-type') };
  };
  return {
    url,
    vkey,
    post: async (body) => ask('/add-checkpoint', { method: 'POST', body }),
    get: async (path) => ask(path, {}),
  };
}

/** The status of an answer that may come before the whole body is sent. */
const statusOf = async (url: string, body: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = sendRequest(`${url}/add-checkpoint`, { method: 'POST' }, (answer) => {
      resolve(answer.statusCode);
      answer.resume();
    });
    // A body that is no longer read may end the connection after the answer.
    sent.on('error', reject);
    sent.end(body);
  });

/** What a log sends to have a size cosigned after another. */
const request = async (old: number, size: number, log: TestLog = LOG): Promise<string> =>
  requestOf(old, await log.proof(old, size), await log.checkpoint(size, KEY));

const cosignedAt = async ({ vkey }: Served, size: number, line: string): Promise<number | undefined> =>
  openNote(joinNote(await LOG.text(size), [line]), [vkey.key], verifySignature)?.signatures[0]?.atSeconds;

test('the first checkpoint and each that extends it are cosigned, with the time', async () => {
  const witness = await open();
  for (const [old, size] of [
    [0, 3],
    [3, 256],
    [256, 257],
    [257, 2_000],
  ] as const) {
    nowMs += 1_500;
    const { status, body } = await witness.post(await request(old, size));
    expect(status).toBe(200);
    expect(await cosignedAt(witness, size, body)).toBe(Math.floor(nowMs / 1_000));
  }
});

test('the same size again is cosigned again, with a new time', async () => {
  const witness = await open();
  const first = await witness.post(await request(0, 7));
  nowMs += 60_000;
  const second = await witness.post(await request(7, 7));
  expect(await cosignedAt(witness, 7, first.body)).toBe(START_MS / 1_000);
  expect(await cosignedAt(witness, 7, second.body)).toBe(START_MS / 1_000 + 60);
});

test('a request that is repeated within a second is answered the same, and written once', async () => {
  const memory = folderMemory(folder);
  const written: string[] = [];
  const witness = await open({ read: memory.read, write: (_, note) => written.push(note) });
  const text = await LOG.text(7);
  const line = signText(text, KEY.key, KEY.sign);
  const first = await witness.post(await request(0, 7));
  const again = requestOf(
    7,
    [],
    joinNote(
      text,
      Array.from({ length: 500 }, () => line),
    ),
  );
  expect(await witness.post(again)).toEqual(first);
  expect(written).toEqual([joinNote(text, [line, first.body])]);
  nowMs += 1_000;
  expect((await witness.post(again)).status).toBe(200);
  expect(written).toHaveLength(2);
});

test('an empty log is cosigned with the root of nothing and no other', async () => {
  const witness = await open();
  const forged = (await LOG.text(1)).replace('\n1\n', '\n0\n');
  const note = joinNote(forged, [signText(forged, KEY.key, KEY.sign)]);
  expect((await witness.post(requestOf(0, [], note))).status).toBe(422);
  expect((await witness.post(await request(0, 0))).status).toBe(200);
  expect((await witness.post(await request(0, 5))).status).toBe(200);
});

test('another old size than the one last cosigned is answered 409 with that size', async () => {
  const witness = await open();
  await witness.post(await request(0, 10));
  for (const old of [0, 9, 11])
    expect(await witness.post(await request(old, 20))).toEqual({ status: 409, body: '10\n', type: 'text/x.tlog.size' });
  expect((await witness.post(await request(10, 20))).status).toBe(200);
});

test('a proof that does not hold is answered 422', async () => {
  const witness = await open();
  const [first = ''] = await LOG.proof(5, 9);
  const note = await LOG.checkpoint(9, KEY);
  expect((await witness.post(requestOf(0, [first], note))).status).toBe(422);
  await witness.post(await request(0, 5));
  for (const proof of [[], [first], await LOG.proof(4, 9), [...(await LOG.proof(5, 9)), first]])
    expect((await witness.post(requestOf(5, proof, note))).status).toBe(422);
  expect((await witness.post(requestOf(5, await LOG.proof(5, 9), note))).status).toBe(200);
});

test('one size with two roots is answered 422, and what was refused is recorded', async () => {
  const witness = await open();
  await witness.post(await request(0, 10));
  const fork = LOG.forkedAt(9, 'forged');
  expect((await witness.post(await request(10, 10, fork))).status).toBe(422);
  expect(events).toEqual([
    { event: 'checkpoint refused', fields: { origin: ORIGIN, old: 10, note: await fork.checkpoint(10, KEY) } },
  ]);
});

test('a log that is not in the list is answered 404', async () => {
  const witness = await open();
  const foreign = new TestLog('foreign.example/log', ['entry']);
  const note = await foreign.checkpoint(1, logKey(foreign.origin, 'first'));
  expect((await witness.post(requestOf(0, [], note))).status).toBe(404);
});

test('a checkpoint without a good signature of a trusted key is answered 403', async () => {
  const witness = await open();
  const text = await LOG.text(4);
  const wrong = signText(await LOG.text(5), KEY.key, KEY.sign);
  const good = signText(text, KEY.key, KEY.sign);
  for (const lines of [
    [signText(text, STRANGER.key, STRANGER.sign)],
    [wrong],
    [signText(text, NEXT_KEY.key, NEXT_KEY.sign), wrong],
  ])
    expect((await witness.post(requestOf(0, [], joinNote(text, lines)))).status).toBe(403);
  const passedOver = signText(text, STRANGER.key, STRANGER.sign);
  expect((await witness.post(requestOf(0, [], joinNote(text, [passedOver, good])))).status).toBe(200);
});

test('a log has as many keys as its list names', async () => {
  const witness = await open();
  const rotated = requestOf(0, [], await LOG.checkpoint(4, NEXT_KEY));
  expect((await witness.post(rotated)).status).toBe(200);
  expect((await witness.post(requestOf(4, [], await LOG.checkpoint(4, KEY, NEXT_KEY)))).status).toBe(200);
});

test('an old size above the checkpoint’s, and whatever is malformed, is answered 400', async () => {
  const witness = await open();
  await witness.post(await request(0, 5));
  const note = await LOG.checkpoint(4, KEY);
  const [hash = ''] = await LOG.proof(4, 5);
  const bodies = [
    requestOf(5, [], note),
    '',
    'old 0',
    `old 0\n${note}`,
    requestOf('05', [], note),
    requestOf(-1, [], note),
    requestOf('5 ', [], note),
    requestOf(5, [hash.slice(0, -2)], note),
    requestOf(5, [`${hash.slice(0, -4)}====`], note),
    requestOf(5, [''], note),
    requestOf(5, [], note.trimEnd()),
    requestOf(5, [], note.replace('\n4\n', '\nfour\n')),
    requestOf(5, [], note.replace('\n4\n', '\n04\n')),
    requestOf(5, [], await LOG.text(4)),
    requestOf(5, [], note.replaceAll('\n', '\r\n')),
    // A signature of nobody, whose name is no UTF-8.
    Buffer.concat([
      Buffer.from(`${requestOf(5, [], await LOG.checkpoint(5, KEY))}\u2014 `),
      Buffer.of(0xff),
      Buffer.from(' AAAAAAAA\n'),
    ]),
  ];
  for (const body of bodies) expect([body, (await witness.post(body)).status]).toEqual([body, 400]);
});

test('a proof of more than 63 hashes is malformed, and a body of more than 128 KiB is not read', async () => {
  const witness = await open();
  await witness.post(await request(0, 4));
  const [hash = ''] = await LOG.proof(4, 5);
  const note = await LOG.checkpoint(5, KEY);
  const many = (count: number): string =>
    requestOf(
      4,
      Array.from({ length: count }, () => hash),
      note,
    );
  expect((await witness.post(many(63))).status).toBe(422);
  expect((await witness.post(many(64))).status).toBe(400);
  expect((await witness.post(many(3_000))).status).toBe(413);
  expect(await statusOf(witness.url, 'x'.repeat(20_000_000))).toBe(413);
});

test('whatever becomes of a request on its way, nothing but its own checkpoint is cosigned', async () => {
  const bodies = await Promise.all([request(5, 9), request(5, 5), request(5, 9, LOG.forkedAt(2, 'fork'))]);
  const texts = await Promise.all([LOG.text(9), LOG.text(5)]);
  const key = openKey(join(folder, 'key'), 'witness.example/w1');
  const first = await request(0, 5);
  const edit = fc.record({
    at: fc.nat(),
    cut: fc.nat(20),
    put: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('\n', '\n\n', 'old ', '0', '\u2014 ', '=')),
  });
  fc.assert(
    fc.property(fc.constantFrom(...bodies), fc.array(edit, { maxLength: 3 }), (body, edits) => {
      const written: string[] = [];
      const witness = new Witness({
        key,
        logs: LOGS,
        memory: { read: () => undefined, write: (_, note) => written.push(note) },
        nowMs: () => (nowMs += 1_000),
      });
      witness.addCheckpoint(first);
      const changed = edits.reduce((text, { at, cut, put }) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + cut);
      }, body);
      const { kind } = witness.addCheckpoint(changed);
      const cosigned = written.slice(1);
      expect(cosigned).toHaveLength(kind === 'cosigned' ? 1 : 0);
      expect(cosigned.filter((note) => !texts.some((text) => note.startsWith(`${text}\n`)))).toEqual([]);
      expect(kind === 'cosigned' || edits.length > 0 || body === bodies[2]).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the latest checkpoint of a log is served with the log’s signature and the cosignature', async () => {
  const witness = await open();
  const path = `/${originHash(ORIGIN)}/checkpoint`;
  expect((await witness.get(path)).status).toBe(404);
  const text = await LOG.text(6);
  const stranger = signText(text, STRANGER.key, STRANGER.sign);
  const good = signText(text, KEY.key, KEY.sign);
  const { body: line } = await witness.post(requestOf(0, [], joinNote(text, [stranger, good])));
  expect(await witness.get(path)).toMatchObject({ status: 200, body: joinNote(text, [good, line]) });
  expect((await witness.get(`/${originHash(OTHER.key.name)}/checkpoint`)).status).toBe(404);
  expect((await witness.get('/add-checkpoint')).status).toBe(404);
});

test('each log is remembered by itself', async () => {
  const witness = await open();
  const other = new TestLog(OTHER.key.name, ['one', 'two', 'three']);
  await witness.post(await request(0, 100));
  expect((await witness.post(requestOf(0, [], await other.checkpoint(2, OTHER)))).status).toBe(200);
  const proof = await other.proof(2, 3);
  expect((await witness.post(requestOf(2, proof, await other.checkpoint(3, OTHER)))).status).toBe(200);
  expect((await witness.post(await request(100, 101))).status).toBe(200);
});

test('of requests at once that extend one size, one alone is cosigned', async () => {
  const witness = await open();
  await witness.post(await request(0, 50));
  const bodies = await Promise.all(Array.from({ length: 20 }, async (_, at) => request(50, 60 + at)));
  const answers = await Promise.all(bodies.map(witness.post));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

/** Numbers from 0 up to, not including, 1; the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('100 of 100 split views are refused, each with a valid proof of its own', async () => {
  const random = randomFrom(Number(process.env['TEST_SEED'] ?? 1));
  const upTo = (max: number): number => 1 + Math.floor(random() * max);
  const witness = await open();
  let seen = 0;
  let refused = 0;
  for (let round = 0; round < 100; round += 1) {
    const size = seen + upTo(15);
    expect((await witness.post(await request(seen, size))).status).toBe(200);
    seen = size;
    const fork = LOG.forkedAt(upTo(seen) - 1, `fork ${round}`);
    const later = seen + Math.floor(random() * (2_000 - seen));
    // The same request is cosigned by a witness that saw the fork first.
    const naive = new Witness({
      key: witness.vkey,
      logs: LOGS,
      memory: { read: () => undefined, write: () => undefined },
      nowMs: () => nowMs,
    });
    expect(naive.addCheckpoint(await request(0, seen, fork)).kind).toBe('cosigned');
    expect(naive.addCheckpoint(await request(seen, later, fork)).kind).toBe('cosigned');
    const { status } = await witness.post(await request(seen, later, fork));
    if (status === 422) refused += 1;
    const smaller = upTo(seen) - 1;
    expect((await witness.post(await request(smaller, later, fork))).status).toBe(409);
  }
  expect(refused).toBe(100);
});

test('a restart keeps what was cosigned, and its key', async () => {
  const before = await open();
  await before.post(await request(0, 30));
  const after = await open();
  expect(after.vkey.vkey).toBe(before.vkey.vkey);
  expect((await after.post(await request(0, 40))).body).toBe('30\n');
  expect((await after.post(await request(30, 40, LOG.forkedAt(12, 'fork')))).status).toBe(422);
  expect((await after.post(await request(30, 40))).status).toBe(200);
});

test('what cannot be written down is not cosigned', async () => {
  const memory = folderMemory(folder);
  let isFull = true;
  const write = (origin: string, note: string): void => {
    if (isFull) throw new Error('ENOSPC');
    memory.write(origin, note);
  };
  const witness = await open({ read: memory.read, write });
  expect((await witness.post(await request(0, 8))).status).toBe(500);
  expect((await witness.get(`/${originHash(ORIGIN)}/checkpoint`)).status).toBe(404);
  expect(events).toMatchObject([{ event: 'request failed' }]);
  isFull = false;
  expect((await witness.post(await request(0, 8))).status).toBe(200);
});

test('a damaged memory stops the start, since to forget would be to allow a fork', async () => {
  const witness = await open();
  await witness.post(await request(0, 8));
  const file = join(folder, originHash(ORIGIN), 'checkpoint');
  const note = folderMemory(folder).read(ORIGIN) ?? '';
  expect(readdirSync(join(folder, originHash(ORIGIN)))).toEqual(['checkpoint']);
  const text = await LOG.text(8);
  const unknown = joinNote(text, [signText(text, STRANGER.key, STRANGER.sign)]);
  for (const damaged of ['', note.slice(0, 40), note.replace('\n8\n', '\n3\n'), unknown]) {
    writeFileSync(file, damaged);
    await expect(open()).rejects.toThrow('is damaged');
  }
});
