import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { obtain, PASSWORD, registerFunded } from '../apps/server/src/testing/api-client.ts';
import { openAssistant, type Assistant } from '../apps/server/src/testing/assistant.ts';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { IS_LATER_BOOK } from './support/member.ts';

// An assistant's tools against a whole server: what a member does with one in a conversation.

const TIMEOUT = 240_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-mcp-'));
let server: ChildServer;
let token: string;
let assistant: Assistant;

beforeAll(async () => {
  server = await startChildServer({
    dataDir: join(folder, 'data'),
    env: { FEED: 'simulated', FEED_RATE: '2', FEED_SEED: 'mcp' },
  });
  token = await registerFunded(server.url, 'dora@example.org');
  const made = await obtain(
    server.url,
    'makeKey',
    { name: 'assistant', trade: '1', transfer: '1', day_cap: '500', password: PASSWORD },
    { token },
  );
  assistant = await openAssistant(server.url, made);
}, TIMEOUT);
afterAll(async () => {
  await assistant.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT);

/**
 * Plans with a tool, and places the plan; both once more where the market's book was too old for either, as a plan is
 * placed once.
 */
async function placed(tool: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer = await vi.waitFor(async () => {
    const planned = await assistant.use(tool, given);
    expect(planned).toMatchObject({ ok: true, data: { refusals: [], plan: expect.any(String) } });
    const { plan } = Object(planned.data) as { readonly plan: string };
    const got = await assistant.use('place', { plan });
    expect(got.reason ?? '').not.toMatch(IS_LATER_BOOK);
    return got;
  });
  expect(answer).toMatchObject({ ok: true });
  return answer.data;
}

test('`npm run --silent mcp` writes its messages and nothing else, and has the tools of the key', async () => {
  const made = await obtain(server.url, 'makeKey', { name: 'reads', password: PASSWORD }, { token });
  const reader = await openAssistant(server.url, made, {
    command: 'npm',
    args: ['--silent', '--prefix', ROOT, 'run', 'mcp'],
  });
  expect(await reader.tools()).not.toContain('place');
  expect(await assistant.tools()).toEqual(
    expect.arrayContaining(['plan_order', 'plan_cancel', 'plan_option', 'plan_transfer', 'place']),
  );
  expect(reader.errors).toEqual([]);
  await reader.close();
});

test('prices, candles and terms are exact text', async () => {
  const { data } = await assistant.use('candles', { symbol: 'BTC/USDT', period: '1min', size: 2 });
  expect(data).toMatchObject({ list: [{ close: expect.stringMatching(/^\d+(\.\d+)?$/) }, {}] });
  expect((await assistant.use('option_terms')).data).toMatchObject({ coinname: 'USDT', hytime: expect.any(Array) });
  expect((await assistant.use('markets')).data).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ symbol: 'btcusdt', spot_fee: expect.any(String) })]),
  });
});

test('an order is planned, placed, found among orders, fills and the ledger, and its receipts hold', async () => {
  const order = { symbol: 'BTC/USDT', side: 'buy', kind: 'market', amount: '50' };
  const { id } = Object(await placed('plan_order', order)) as Answer<'upbbbuy'>;
  expect((await assistant.use('order', { id: String(id) })).data).toMatchObject({ id, status: 2 });
  expect((await assistant.use('fills', { symbol: 'btcusdt' })).data).toMatchObject({ list: [{ bb_id: id }] });
  expect((await assistant.use('ledger')).data).toMatchObject({ list: expect.arrayContaining([expect.anything()]) });
  await vi.waitFor(async () =>
    expect((await assistant.use('check_receipts', { kind: 'fill', id: String(id) })).data).toMatchObject({
      holds: true,
      checks: [{ passed: expect.arrayContaining(['signature', 'inclusion']), failed: null }],
    }),
  );
});

test('money goes to the options account, and an option is planned and placed', async () => {
  await placed('plan_transfer', { coin: 'USDT', amount: '100', from: 'funds', to: 'options' });
  const { hytime, hymin } = (await assistant.use('option_terms')).data as Answer<'getHyConfig'>;
  const order = { symbol: 'BTC/USDT', direction: 'up', seconds: hytime[0], stake: hymin[0] };
  const { order_id } = Object(await placed('plan_option', order)) as Answer<'creatorder'>;
  expect((await assistant.use('option', { id: String(order_id) })).data).toMatchObject({ order_id, num: hymin[0] });
});
