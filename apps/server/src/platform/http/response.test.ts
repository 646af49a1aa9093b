import { brotliDecompressSync } from 'node:zlib';
import { ok } from '@plimsoll/contract';
import { getLangList } from '@plimsoll/contract/site';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/index.ts';
import { testHttp } from '../../testing/http.ts';
import { ManualClock } from '../clock.ts';
import { publicRoute } from './route.ts';

test('a kibibyte is counted in bytes, not in characters', async () => {
  const database = await testDatabase();
  const wide = testHttp({
    db: database.db,
    clock: new ManualClock(0),
    routes: [
      publicRoute(getLangList, async () => ok([{ language_name: '字'.repeat(500), file_name: 'zh', is_default: 0 }])),
    ],
  });
  const ask = (headers: Record<string, string>) => wide.app.inject({ method: 'GET', url: '/api/getLangList', headers });
  const [plain, packed] = [await ask({}), await ask({ 'accept-encoding': 'br' })];
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  await wide.app.close();
  await database.drop();
});
