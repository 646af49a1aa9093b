import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { ask, obtain } from '../apps/server/src/testing/api-client.ts';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { enterDemo } from './support/member.ts';
import { bothHold } from './support/verifiers.ts';

// The public log of a real server, as both verifiers read it over HTTP.

const LIMIT_MS = 300_000;
/** Everything is in a checkpoint within it, on a busy machine too. */
const PROMISED_MS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-public-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'an option, an order and the liabilities of a real server are in its log, and both verifiers hold it, after a restart too',
  {
    timeout: LIMIT_MS,
  },
  async () => {
    const dataDir = join(folder, 'data');
    const env = { FEED_SEED: 'public log' };
    const first = await startChildServer({ dataDir, env });
    const member = await enterDemo(first.url);
    const { token } = member;
    const receiptsOf = (server: ChildServer, kind: string, id: number) =>
      obtain(server.url, 'getReceipt', { kind, id: String(id) }, { token });

    // Ready says nothing about the first prices and the log's first checkpoint, which come a moment later.
    for (const path of ['/readyz/feed', '/log/checkpoint'])
      await expect.poll(async () => (await fetch(first.url + path)).status, { timeout: LIMIT_MS }).toBe(200);
    const placing = { m_id: '1', ctime: '30', ctzed: '100', buytype: '1' };
    const option = await member.obtain('creatorder', placing);
    const placedAtMs = performance.now();
    let [taken] = (await receiptsOf(first, 'option', option.order_id)).list;
    while (taken?.index === null) {
      await delay(20);
      [taken] = (await receiptsOf(first, 'option', option.order_id)).list;
    }
    expect(performance.now() - placedAtMs).toBeLessThan(PROMISED_MS);
    const order = await member.obtain('upbbbuy', { m_id: '1', type: '1', operate_type: '2', amount: '300' });

    const seen = join(folder, 'seen');
    await bothHold('log', `${first.url}/log`, '--seen', seen);
    await first.stop();
    expect((statSync(join(dataDir, 'log-key')).mode & 0o777).toString(8)).toBe('600');

    const second = await startChildServer({ dataDir, env });
    try {
      const isOver = async (): Promise<boolean> => {
        const { list } = await receiptsOf(second, 'option', option.order_id);
        return (
          list.some(({ entry }) => entry.includes('"option-settled"')) && list.every(({ index }) => index !== null)
        );
      };
      await expect.poll(isOver, { timeout: 120_000, interval: 500 }).toBe(true);
      await bothHold('log', `${second.url}/log`, '--seen', seen);
      const vkey = join(folder, 'vkey');
      writeFileSync(vkey, await (await fetch(`${second.url}/log/vkey`)).text());
      for (const [kind, id] of [
        ['option', option.order_id],
        ['fill', order.id],
      ] as const) {
        const file = join(folder, kind);
        writeFileSync(file, JSON.stringify(await receiptsOf(second, kind, id)));
        await bothHold('receipt', file, '--vkey', vkey, '--log', `${second.url}/log`, '--id', String(id));
      }
      // The demo's first epoch of liabilities is in the log too.
      const proof = join(folder, 'liabilities');
      await expect
        .poll(async () => (await ask(second.url, 'getLiabilityProof', {}, { token })).code, { timeout: 60_000 })
        .toBe(1);
      writeFileSync(proof, JSON.stringify(await obtain(second.url, 'getLiabilityProof', {}, { token })));
      await bothHold('liabilities', proof, '--vkey', vkey, '--owner', 'demo');
    } finally {
      await second.stop();
    }
  },
);
