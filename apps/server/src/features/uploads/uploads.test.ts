import { request as httpRequest, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { sql } from '../../platform/db.ts';
import { folderStore, StoreAway, type ObjectStore } from '../../platform/uploads/index.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { multipart, type Part } from '../../testing-matrix/multipart.ts';
import { createUploads, type Uploads } from './index.ts';

const CALL = '/api/api/common/upload';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = new ManualClock(Date.UTC(2026, 0, 1));
const countUploads = sql<{ count: number }>(
  'testing.countUploads',
  'select count(*)::int as count from upload where member_id = $1',
);
const fillDay = sql<never>(
  'testing.fillDay',
  `
  insert into upload select md5($1::text || ' ' || n), $1::bigint, 'image/png', true, 1, 1, 1, sha256(''), sha256(''), $2::timestamptz from generate_series(1, 299) n`,
);

let database: TestDatabase;
let folder: string;
let files: ObjectStore;
/** Overrides of the store in a test. */
let disturbed: Partial<ObjectStore>;
let uploads: Uploads;
let http: TestHttp;
let member: { readonly id: string; readonly token: string };
let photo: Buffer;
let logged: string[];
let port: number;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  files = folderStore(folder);
  const store: ObjectStore = {
    put: (name, bytes) => ({ ...files, ...disturbed }).put(name, bytes),
    replace: (name, bytes) => ({ ...files, ...disturbed }).replace(name, bytes),
    get: (name) => ({ ...files, ...disturbed }).get(name),
    remove: (name) => ({ ...files, ...disturbed }).remove(name),
  };
  const log = {
    info: () => {},
    error: (_details: object, message: string) => {
      logged.push(message);
    },
  };
  uploads = createUploads({ db: database.db, clock, log, store, secret: 'a secret of the server' });
  http = testHttp({
    db: database.db,
    clock,
    routes: uploads.routes,
    bytesRoutes: uploads.bytesRoutes,
    trustProxy: ['127.0.0.1'],
  });
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = http.app.server.address() as AddressInfo);
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#20a060' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Lea' } })
    .toBuffer();
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  disturbed = {};
  logged = [];
  member = await http.newMember();
});

interface Place {
  readonly url: string;
  readonly fullurl: string;
}
interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly code: number;
  readonly reason?: string;
  readonly msg: string;
  readonly data: (Place & { readonly data: Place }) | null;
}

async function send(
  parts: readonly Part[],
  { token = member.token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const body = multipart(...parts);
  const response = await http.app.inject({
    method: 'POST',
    url: CALL,
    headers: { host: 'quay.example', token, ...body.headers, ...headers },
    payload: body.payload,
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    ...response.json<Omit<Answer, 'status' | 'headers'>>(),
  };
}
const sendImage = (content: Uint8Array, how = {}) => send([{ name: 'file', content }], how);
async function kept(content: Uint8Array = photo): Promise<Place> {
  const { data } = await sendImage(content);
  if (!data) throw new Error('the image was refused');
  return data;
}
const open = (url: string, method: 'GET' | 'HEAD' = 'GET') => http.app.inject({ method, url });
const rowsOf = async () => (await database.db.run(countUploads, [member.id]))[0]?.count;
const filesKept = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile()).length;

test('an upload is answered with its links, as path and as full address', async () => {
  const answer = await sendImage(photo);
  expect(answer).toMatchObject({ status: 200, code: 1 });
  const { url, fullurl, data } = answer.data ?? {};
  expect(url).toMatch(/^\/api\/uploads\/[0-9a-f]{32}\?expires=\d+&signature=[\w-]{43}$/);
  expect(fullurl).toBe(`http://quay.example${url}`);
  expect(data).toEqual({ url, fullurl });
  // Fields of text have at most 255 characters.
  expect(fullurl?.length).toBeLessThan(200);
});

test('behind a trusted proxy with TLS the full address is https; an invalid host is left out', async () => {
  const far = await sendImage(photo, { headers: { 'x-forwarded-proto': 'https', host: 'plimsoll.example:8443' } });
  expect(far.data?.fullurl).toBe(`https://plimsoll.example:8443${far.data?.url}`);
  const odd = await sendImage(photo, { headers: { host: 'a"b/c@d' } });
  expect(odd.data?.fullurl).toBe(odd.data?.url);
});

test.each([['jpeg'], ['png'], ['webp']] as const)(
  'a %s opens without a login, with its type and headers that disarm it',
  async (format) => {
    const { url } = await kept(
      await sharp(photo)
        .toFormat(format)
        .withExif({ IFD0: { Copyright: 'Lea' } })
        .toBuffer(),
    );
    const opened = await open(url);
    expect(opened.statusCode).toBe(200);
    expect(opened.headers).toMatchObject({
      'content-type': `image/${format}`,
      'content-length': String(opened.rawPayload.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    const metadata = await sharp(opened.rawPayload).metadata();
    expect(metadata).toMatchObject({ format, width: 60, height: 40 });
    expect(metadata.exif).toBeUndefined();
    const head = await open(url, 'HEAD');
    expect([head.statusCode, head.headers['content-type'], head.rawPayload.length]).toEqual([
      200,
      `image/${format}`,
      0,
    ]);
  },
);

test('the name and type sent with a file are ignored', async () => {
  const disguised = await send([
    { name: 'file', content: photo, filename: '../../evil.php\u0000.svg', type: 'text/html' },
  ]);
  expect((await open(disguised.data?.url ?? '')).headers['content-type']).toBe('image/jpeg');
  expect(await send([{ name: 'file', content: photo, filename: null, type: 'text/plain' }])).toMatchObject({ code: 1 });
  expect(
    await send([{ name: 'file', content: '<script>alert(1)</script>', filename: 'photo.jpg', type: 'image/jpeg' }]),
  ).toMatchObject({ code: 0, reason: 'bad_image' });
});

test('a script appended to a picture is removed', async () => {
  const { url } = await kept(Buffer.concat([photo, Buffer.from('<html><script>alert(1)</script></html>')]));
  expect((await open(url)).rawPayload.includes('script')).toBe(false);
});

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['zero bytes', () => Buffer.alloc(0)],
  ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['half a photo', () => photo.subarray(0, photo.length >> 1)],
  [
    'a PNG header of 50 000 by 50 000',
    () => Buffer.from('89504e470d0a1a0a0000000d494844520000c3500000c35008020000008f7d5dc7', 'hex'),
  ],
])('%s is refused in the caller’s language, and nothing is stored', async (_what, make) => {
  const before = await filesKept();
  const answer = await sendImage(await make(), { headers: { lang: 'zh-cn' } });
  expect(answer).toMatchObject({
    status: 200,
    code: 0,
    reason: 'bad_image',
    data: null,
    msg: expect.stringContaining('JPEG') as string,
  });
  expect(answer.msg).toMatch(/\p{Script=Han}/u);
  expect([await rowsOf(), await filesKept()]).toEqual([0, before]);
});

test('exactly one part named file is read', async () => {
  expect(await send([{ name: 'photo', content: photo }])).toMatchObject({ status: 200, code: 0, reason: 'bad_image' });
  expect(await send([])).toMatchObject({ status: 200, code: 0, reason: 'bad_image' });
  expect(
    await send([
      { name: 'file', content: photo },
      { name: 'file', content: photo },
    ]),
  ).toMatchObject({ status: 400, code: 400, reason: 'repeated_parameter' });
  expect(
    await send([
      { name: 'note', content: 'hello', filename: null },
      { name: 'file', content: photo },
    ]),
  ).toMatchObject({ code: 1 });
  expect(await rowsOf()).toBe(1);
});

test('a file of eight mebibytes is read to its end, one of a byte more is refused', async () => {
  const padded = (bytes: number) => Buffer.concat([photo, Buffer.alloc(bytes - photo.length)]);
  expect(await sendImage(padded(8 * 2 ** 20))).toMatchObject({ status: 200, code: 1 });
  expect(await sendImage(padded(8 * 2 ** 20 + 1))).toMatchObject({ status: 413, code: 413, reason: 'body_too_large' });
  expect(await sendImage(padded(20 * 2 ** 20))).toMatchObject({ status: 413, code: 413, reason: 'body_too_large' });
});

/** Sends the beginning of a body that is never completed. */
function begin(headers: Record<string, string>): { readonly sending: ClientRequest; readonly answer: Promise<string> } {
  const sending = httpRequest({ port, path: CALL, method: 'POST', headers: { ...multipart().headers, ...headers } });
  const answer = new Promise<string>((resolve, reject) => {
    sending.on('response', (response) =>
      response.once('data', (chunk: Buffer) => {
        resolve(chunk.toString());
        sending.destroy();
      }),
    );
    sending.on('error', reject);
  });
  answer.catch(() => {});
  sending.write('--x-load-line-x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc');
  return { sending, answer };
}

test('a request without a login, and one that is too large, is refused before the file is read', async () => {
  expect(await begin({ token: 'nobody', 'content-length': '500000' }).answer).toContain('"reason":"login_required"');
  expect(await begin({ token: member.token, 'content-length': '90000000' }).answer).toContain(
    '"reason":"body_too_large"',
  );
});

test('a member sends at most four files at once; aborted ones free their place', async () => {
  const begun = Array.from({ length: 4 }, () => begin({ token: member.token, 'content-length': '500000' }));
  await vi.waitFor(
    async () => expect(await sendImage(photo)).toMatchObject({ status: 429, reason: 'too_many_requests' }),
    { timeout: 20_000 },
  );
  expect(await sendImage(photo, { token: (await http.newMember()).token })).toMatchObject({ code: 1 });
  for (const { sending } of begun) sending.destroy();
  await vi.waitFor(async () => expect(await sendImage(photo)).toMatchObject({ code: 1 }), { timeout: 20_000 });
});

test('a large photo sent in many chunks is stored whole', async () => {
  const noise = await sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(noise.length).toBeGreaterThan(1_000_000);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(noise)], { type: 'image/jpeg' }), 'photo.jpg');
  const response = await fetch(`http://127.0.0.1:${port}${CALL}`, {
    method: 'POST',
    headers: { Token: member.token },
    body: form,
  });
  const { data } = (await response.json()) as Answer;
  const opened = await fetch(data?.fullurl ?? '');
  expect(opened.status).toBe(200);
  expect(await sharp(Buffer.from(await opened.arrayBuffer())).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1600,
    height: 1200,
  });
});

test('an altered, expired or foreign link is answered with the same 404', async () => {
  const [{ url }, other] = [await kept(), await kept()];
  const unknown = uploads.link('0'.repeat(32));
  const swapped = url.replace(/[0-9a-f]{32}/, /[0-9a-f]{32}/.exec(other.url)?.[0] ?? '');
  const answers = [
    url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A'),
    url.replace(/\?.*/, ''),
    swapped,
    unknown,
    '/api/uploads/',
    '/api/uploads/%2e%2e/secret',
  ];
  const bodies = await Promise.all(answers.map(async (each) => (await open(each)).json<object>()));
  for (const each of bodies) expect(each).toMatchObject({ code: 404, reason: 'unknown_path', data: null });
  expect((await open(url)).statusCode).toBe(200);
  clock.advance(HOUR_MS + 1000);
  const late = await open(url);
  expect([late.statusCode, late.json()]).toMatchObject([404, { code: 404, reason: 'unknown_path' }]);
  expect(late.headers['cache-control']).toBe('no-store');
  const name = (await uploads.owns(member.id, url))?.name ?? '';
  expect((await open(uploads.link(name))).statusCode).toBe(200);
});

test('links accept GET alone', async () => {
  const { url } = await kept();
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    expect((await http.app.inject({ method, url })).json()).toMatchObject({ code: 405, reason: 'method_not_allowed' });
  }
});

test('only its owner may name an upload, by url or fullurl, with an expired link too', async () => {
  const { url, fullurl } = await kept();
  const stranger = await http.newMember();
  clock.advance(2 * HOUR_MS);
  const own = await uploads.owns(member.id, url);
  expect(own?.name).toMatch(/^[0-9a-f]{32}$/);
  expect(await uploads.owns(member.id, fullurl)).toEqual(own);
  for (const named of [url, fullurl]) expect(await uploads.owns(stranger.id, named)).toBeUndefined();
  for (const none of ['', 'photo.jpg', '/api/uploads/x', uploads.link('0'.repeat(32)), `javascript:${url}`])
    expect(await uploads.owns(member.id, none)).toBeUndefined();
});

test('the same proof sent twice is recognised by its file, and a copy by its pixels', async () => {
  const own = async (bytes: Buffer) => uploads.owns(member.id, (await kept(bytes)).url);
  const first = await own(photo);
  const again = await own(photo);
  const copy = await own(Buffer.concat([photo, Buffer.from('another tail')]));
  const other = await own(await sharp(photo).negate().jpeg().toBuffer());
  expect([
    again?.name === first?.name,
    again?.fileHash === first?.fileHash,
    again?.pixelsHash === first?.pixelsHash,
  ]).toEqual([false, true, true]);
  expect([copy?.fileHash === first?.fileHash, copy?.pixelsHash === first?.pixelsHash]).toEqual([false, true]);
  expect([other?.fileHash === first?.fileHash, other?.pixelsHash === first?.pixelsHash]).toEqual([false, false]);
});

test('while the store is full or unavailable an upload is refused with 503 and nothing is stored', async () => {
  const before = await filesKept();
  const removed: string[] = [];
  disturbed = {
    put: () => Promise.reject(new StoreAway('full')),
    remove: async (name) => {
      removed.push(name);
    },
  };
  expect(await sendImage(photo)).toMatchObject({
    status: 503,
    code: 503,
    reason: 'not_ready',
    headers: { 'retry-after': '1' },
  });
  expect([await rowsOf(), await filesKept(), removed.length]).toEqual([0, before, 1]);
  disturbed = {};
  const { url } = await kept();
  disturbed = { get: () => Promise.reject(new StoreAway('away')) };
  const opened = await open(url);
  expect([opened.statusCode, opened.json()]).toMatchObject([503, { reason: 'not_ready' }]);
  expect(logged).toEqual(['upload store unavailable', 'upload store unavailable']);
});

test('when its row is refused the bytes are removed', async () => {
  const before = await filesKept();
  // The table refuses this name.
  const broken = createUploads({
    db: {
      ...database.db,
      run: (statement, values = []) =>
        database.db.run(statement, statement.name === 'uploads.insert' ? ['no name', ...values.slice(1)] : values),
    },
    clock,
    log: { info: () => {}, error: () => {} },
    store: files,
    secret: 'x',
  });
  const other = testHttp({ db: database.db, clock, routes: broken.routes, sessions: http.sessions });
  const body = multipart({ name: 'file', content: photo });
  const answer = await other.app.inject({
    method: 'POST',
    url: CALL,
    headers: { token: member.token, ...body.headers },
    payload: body.payload,
  });
  expect(answer.statusCode).toBe(500);
  expect(await filesKept()).toBe(before);
  await other.app.close();
});

test('a member who sends too much is throttled, and others are not', async () => {
  await database.db.run(fillDay, [member.id, new Date(clock.nowMs())]);
  expect(await sendImage(photo)).toMatchObject({ code: 1 });
  expect(await sendImage(photo)).toMatchObject({
    status: 429,
    reason: 'too_many_requests',
    headers: { 'retry-after': '60' },
  });
  const stranger = await http.newMember();
  expect(await sendImage(photo, { token: stranger.token })).toMatchObject({ code: 1 });
  clock.advance(DAY_MS);
  expect(await sendImage(photo)).toMatchObject({ code: 1 });
});

test('of many uploads at once each is stored or throttled, and none is lost', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => sendImage(photo)));
  const taken = answers.filter(({ code }) => code === 1);
  expect(taken.length).toBeGreaterThanOrEqual(4);
  for (const each of answers) expect([1, 429]).toContain(each.code);
  expect(await rowsOf()).toBe(taken.length);
  expect(await sendImage(photo)).toMatchObject({ code: 1 });
});
