import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSession } from '@plimsoll/contract/operator/operators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { ManualClock } from '../clock.ts';
import { operatorRoute } from './operator-route.ts';

let database: TestDatabase;
let http: TestHttp;
beforeAll(async () => {
  database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'allow-'));
  await writeFile(join(folder, 'index.html'), '<html>here</html>');
  const session = { id: 1, username: 'owner', role: 'owner', totp: 1, mode: 'live', fresh: 1, enrol: 0 } as const;
  http = testHttp({
    db: database.db,
    clock: new ManualClock(0),
    appFolder: folder,
    routes: [],
    trustProxy: ['192.0.2.1'],
    console: {
      folder,
      allow: ['10.0.0.0/8', '203.0.113.7'],
      routes: [operatorRoute(readSession, async () => ({ ok: true, value: session }))],
      identify: async () => ({ operatorId: '1', username: 'owner', role: 'owner', sessionHash: '' }),
    },
  });
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

const statusOf = async (url: string, remoteAddress: string, headers = {}) =>
  (await http.app.inject({ method: 'GET', url, remoteAddress, headers: { authorization: 'Bearer x', ...headers } }))
    .statusCode;

test('the console answers configured networks; for others it does not exist, however its address is written', async () => {
  for (const [address, headers] of [
    ['10.1.2.3', {}],
    ['203.0.113.7', {}],
    ['192.0.2.1', { 'x-forwarded-for': '10.9.9.9' }],
  ] as const) {
    expect([
      await statusOf('/operator/api/session', address, headers),
      await statusOf('/operator/', address, headers),
    ]).toEqual([200, 200]);
  }
  for (const [address, headers] of [
    ['203.0.113.8', {}],
    ['127.0.0.1', {}],
    ['192.0.2.1', { 'x-forwarded-for': '10.9.9.9, 203.0.113.8' }],
    ['203.0.113.8', { 'x-forwarded-for': '10.9.9.9' }],
  ] as const) {
    for (const url of [
      '/operator',
      '/operator/',
      '/operator/login',
      '/operator/api/session',
      '/operator/api/nothing',
      '/%6fperator/',
      '//operator/',
      '/OPERATOR/',
    ]) {
      const answer = await http.app.inject({
        method: 'GET',
        url,
        remoteAddress: address,
        headers: { authorization: 'Bearer x', ...headers },
      });
      expect([url, answer.statusCode, answer.statusCode === 200 && answer.body.includes('console')]).toEqual([
        url,
        404,
        false,
      ]);
    }
    expect(await statusOf('/', address, headers)).toBe(200);
  }
});
