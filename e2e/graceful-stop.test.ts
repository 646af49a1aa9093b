import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { connected } from '../apps/server/src/platform/connection.ts';
import { startPostgres } from '../apps/server/src/platform/postgres/index.ts';
import { ask, obtain, registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { readFigures } from '../apps/server/src/testing/figures.ts';
import { runAudit } from './support/run-audit.ts';

const TIMEOUT = 240_000;
const MEMBERS = 4;
const AT_ONCE = 4;
const DRAIN_SECONDS = 2;
const GOING_AWAY = 1001;
const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-graceful-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }), TIMEOUT);

/**
 * The status of the first answer of `/readyz` that the server ends, and that closes its connection. Asked all the time;
 * rejects once nobody answers any more.
 */
async function firstOfTheEnd(url: string): Promise<number> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    const { data } = (await answer.json()) as { readonly data: { readonly why?: string } | null };
    if (data?.why === 'ending' && answer.headers.get('connection') === 'close') return answer.status;
  }
}

test(
  'a server under load that is stopped reports so, answers everything it did, closes its streams, and exits with 0 within ten seconds',
  { timeout: TIMEOUT },
  async () => {
    const metricsPort = await freePort();
    const server = await startChildServer({
      dataDir,
      env: { FEED_SEED: 'graceful', METRICS_PORT: String(metricsPort), DRAIN_SECONDS: String(DRAIN_SECONDS) },
    });
    const done = { transfers: 0, options: 0 };
    const lost: unknown[] = [];
    const token = await registerFunded(server.url, 'staker@quay.example');
    await obtain(server.url, 'transfer', { c_id: '1', num: '5000', from_type: '1', to_type: '2' }, { token });
    done.transfers += 1;
    const { list: markets } = await obtain(server.url, 'getMarketList');
    const {
      hytime: [ctime = 0],
      hymin: [ctzed = ''],
    } = await obtain(server.url, 'getHyConfig', {}, { token });
    const busy = await Promise.all(
      Array.from({ length: MEMBERS }, (_, number) => registerFunded(server.url, `mover${number}@quay.example`)),
    );

    const submits = async (submit: () => Promise<void>): Promise<void> => {
      try {
        for (;;) await submit();
      } catch (error) {
        lost.push(error);
      }
    };
    const load = Promise.all([
      ...busy.flatMap((mover) =>
        Array.from({ length: AT_ONCE }, () =>
          submits(async () => {
            const { code } = await ask(
              server.url,
              'transfer',
              { c_id: '1', num: '0.01', from_type: '1', to_type: '2' },
              { token: mover },
            );
            if (code === 1) done.transfers += 1;
          }),
        ),
      ),
      submits(async () => {
        const { code } = await ask(
          server.url,
          'creatorder',
          { m_id: String(markets[0]?.id), ctime: String(ctime), ctzed, buytype: '1' },
          { token },
        );
        if (code === 1) done.options += 1;
      }),
    ]);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/stream`);
    const closed = once(socket, 'close') as Promise<[CloseEvent]>;
    await once(socket, 'open');
    await vi.waitFor(() => expect(Math.min(done.transfers / 50, done.options)).toBeGreaterThan(2), { timeout: 60_000 });
    // A process that is asked this much may lead the feed a moment later, or not for a moment.
    await vi.waitFor(async () => {
      const figures = await readFigures(`http://127.0.0.1:${metricsPort}/metrics`);
      expect(
        figures.get('plimsoll_requests_total{face="member",call="transfer",status="200",reason=""}'),
      ).toBeGreaterThan(100);
      expect([
        figures.get('plimsoll_stream_clients{path="stream"}'),
        figures.get('plimsoll_ledger_difference{coin="USDT"}'),
        figures.get('plimsoll_feed_leader'),
      ]).toEqual([1, 0, 1]);
    });

    const reported = firstOfTheEnd(server.url);
    const askedMs = performance.now();
    const ending = server.stop();
    expect(await reported).toBe(503);
    await ending;
    expect(performance.now() - askedMs).toBeLessThan(10_000);
    expect((await closed)[0].code).toBe(GOING_AWAY);
    await load;
    expect(lost).toHaveLength(MEMBERS * AT_ONCE + 1);

    const postgres = await startPostgres({ dir: dataDir, mustExist: true });
    const counted = await connected(postgres.url, (client) =>
      client.query(`
    select (select count(*)::int from ledger_journal where cause_kind = 'account-transfer') as transfers, (select count(*)::int from option_order) as options`),
    );
    await postgres.stop();
    expect(counted.rows).toEqual([done]);
    expect(await runAudit({ DATA_DIR: dataDir })).toBe(true);
  },
);
