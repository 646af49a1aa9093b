import { tapeRoutes } from '../../apps/server/src/market/tape-routes.ts';
import { openDb } from '../../apps/server/src/platform/db.ts';
import type { Route } from '../../apps/server/src/platform/http/route.ts';
import { testHttp } from '../../apps/server/src/testing/http.ts';
import { liabilitiesIn, logProcesses } from '../../apps/server/src/testing/log-process.ts';
import { ManualMarket } from '../../apps/server/src/testing/manual-market.ts';
import { dataOf } from '../../apps/server/src/testing/world-parts.ts';
import { listOf, objectOf } from '../support/json.ts';
import type { SimClock } from '../simulate/sim-clock.ts';
import { SECRET, type KeptReceipts } from './kept-day.ts';

/** The public log and the liabilities of a day's database, continued on request. */
export interface DayLog {
  /** Where it is served, with the tape and `routes`. */
  readonly url: string;
  follow(): Promise<void>;
  takeEpoch(): Promise<void>;
  /** None where nothing moved. */
  receipts(memberId: string, kind: KeptReceipts['kind'], id: string): Promise<readonly unknown[]>;
  liabilitiesOf(memberId: string): Promise<unknown>;
  vkey(): Promise<string>;
  close(): Promise<void>;
}

interface DayLogOptions {
  readonly url: string;
  readonly clock: SimClock;
  /** Where its files go. */
  readonly folder: string;
  /** Served beside it. */
  readonly routes?: readonly Route[];
}

const vkeys = { name: 'upgrade.vkeys', text: 'select vkey from log_key order by id' };

/** Opens a {@link DayLog}. */
export async function openDayLog({ url, clock, folder, routes = [] }: DayLogOptions): Promise<DayLog> {
  const db = openDb(url, { connections: 4 });
  const writer = { onPosted: () => {} };
  const open = logProcesses({ db, clock, folder, writer });
  const proof = await open({ secret: SECRET, publicUrl: 'https://plimsoll.example' });
  const liabilities = liabilitiesIn({ db, url, clock, folder }, proof);
  const own = [...tapeRoutes(db, new ManualMarket({ clock })), ...proof.routes, ...liabilities.routes];
  const names = new Set(own.map(({ call }) => call.name));
  const http = testHttp({
    db,
    clock,
    routes: [...own, ...routes.filter(({ call }) => !names.has(call.name))],
    bytesRoutes: proof.bytesRoutes,
  });
  const served = await http.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: served,
    follow: () => proof.worker.catchUp(),
    async takeEpoch() {
      if (!(await liabilities.epochs.take())) throw new Error('the epoch was not published');
    },
    async receipts(memberId, kind, id) {
      const token = await http.sessions.open(memberId);
      const { code, data, reason } = await http.call('getReceipt', { kind, id }, { token });
      if (reason === 'not_found') return [];
      if (code !== 1) throw new Error(`getReceipt of ${kind} ${id}: ${reason}`);
      return listOf(objectOf(data)['list']);
    },
    liabilitiesOf: async (memberId) =>
      dataOf(http, 'getLiabilityProof', {}, { token: await http.sessions.open(memberId) }),
    vkey: async () => (await db.run<{ vkey: string }>(vkeys)).map(({ vkey }) => vkey).join('\n'),
    async close() {
      await http.app.close();
      await db.close();
    },
  };
}
