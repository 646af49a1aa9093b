import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { folderStore } from '../../platform/uploads/index.ts';
import { operatorHttp, type OperatorHttp } from '../../testing/operator-http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { multipart } from '../../testing-matrix/multipart.ts';
import { createUploads, type Uploads } from './index.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const clock = new ManualClock(Date.UTC(2026, 0, 1));

let database: TestDatabase;
let folder: string;
let uploads: Uploads;
let http: OperatorHttp;
let clerk: Awaited<ReturnType<OperatorHttp['operator']>>;
let photo: Buffer;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  const log = { info: () => {}, error: () => {} };
  uploads = createUploads({
    db: database.db,
    clock,
    log,
    store: folderStore(folder),
    secret: 'a secret of the server',
  });
  http = operatorHttp({
    db: database.db,
    clock,
    routes: uploads.routes,
    bytesRoutes: uploads.bytesRoutes,
    operatorRoutes: uploads.operatorRoutes,
  });
  clerk = await http.operator('clerk');
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

async function send(content: Buffer, token = clerk.token): Promise<{ status: number; body: Record<string, string> }> {
  const { headers, payload } = multipart({ name: 'file', content });
  const answer = await http.app.inject({
    method: 'POST',
    url: '/operator/api/uploads',
    headers: { host: 'quay.example', authorization: `Bearer ${token}`, ...headers },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const open = (url: string) => http.app.inject({ method: 'GET', url });

test('an operator’s picture is re-encoded, public, and cacheable for ever', async () => {
  const { status, body } = await send(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]));
  expect(status).toBe(201);
  expect(body['url']).toMatch(/^\/uploads\/public\/[0-9a-f]{32}$/);
  expect(body['fullurl']).toBe(`http://quay.example${body['url']}`);
  clock.advance(YEAR_MS);
  const opened = await open(body['url'] ?? '');
  expect(opened.statusCode).toBe(200);
  expect(opened.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(opened.rawPayload.includes('script')).toBe(false);
  expect((await sharp(opened.rawPayload).metadata()).exif).toBeUndefined();
});

/** Sends a member's file, whose rest follows when the body is ended. */
function upload(token: string, body: PassThrough | Buffer): Promise<number> {
  const { headers } = multipart();
  const sending = { method: 'POST', url: '/api/api/common/upload', headers: { token, ...headers } } as const;
  return http.app.inject({ ...sending, payload: body }).then(({ statusCode }) => statusCode);
}

test('members who hold every place for files keep neither an operator nor another member from sending one', async () => {
  const { payload } = multipart({ name: 'file', content: photo });
  const members = await Promise.all(Array.from({ length: 8 }, () => http.newMember()));
  const bodies: PassThrough[] = [];
  const answered: number[] = [];
  const sent = members.flatMap(({ token }) =>
    Array.from({ length: 4 }, () => {
      const body = new PassThrough();
      bodies.push(body);
      body.write(payload.subarray(0, 100));
      return upload(token, body).then((status) => answered.push(status));
    }),
  );
  // What was sent is read when the file has its place.
  await vi.waitFor(() => expect(bodies.map(({ readableLength }) => readableLength)).toEqual(bodies.map(() => 0)));
  expect([(await send(photo)).status, answered]).toEqual([201, []]);
  const { token } = await http.newMember();
  expect(await upload(token, payload)).toBe(200);
  await vi.waitFor(() => expect(answered).toEqual([429]));
  for (const body of bodies) body.end(payload.subarray(100));
  await Promise.all(sent);
  expect(answered).toEqual([429, ...members.flatMap(() => [200, 200, 200, 200]).slice(1)]);
});

test('a member’s upload is never public, and an operator’s picture cannot be a member’s proof', async () => {
  const member = await http.newMember();
  const { headers, payload } = multipart({ name: 'file', content: photo });
  const answer = await http.app.inject({
    method: 'POST',
    url: '/api/api/common/upload',
    headers: { token: member.token, ...headers },
    payload,
  });
  const {
    data: { url },
  } = answer.json<{ data: { url: string } }>();
  const name = /[0-9a-f]{32}/.exec(url)?.[0] ?? '';
  expect((await open(url)).statusCode).toBe(200);
  expect((await open(`/uploads/public/${name}`)).json()).toMatchObject({ code: 404, reason: 'unknown_path' });
  const picture = (await send(photo)).body['url'] ?? '';
  for (const named of [picture, uploads.link(picture.slice(-32))])
    expect(await uploads.owns(member.id, named)).toBeUndefined();
});

test('files that are no image and senders without the right are refused', async () => {
  expect(await send(Buffer.from('<svg onload="alert(1)"/>'))).toMatchObject({
    status: 422,
    body: { reason: 'bad_image' },
  });
  expect(await send(photo, (await http.operator('viewer')).token)).toMatchObject({ status: 403 });
  expect(await send(photo, 'nobody')).toMatchObject({ status: 401 });
  for (const path of [
    '/uploads/public/',
    `/uploads/public/${'0'.repeat(32)}`,
    '/uploads/public/%2e%2e/x',
    '/uploads/x',
  ])
    expect((await open(path)).statusCode).toBe(404);
});
