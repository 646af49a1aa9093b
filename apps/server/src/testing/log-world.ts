import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, Input } from '@plimsoll/contract';
import { liabilitiesAudits } from '../features/liabilities/index.ts';
import { proofAudits } from '../features/proof/index.ts';
import { spotRoutes } from '../features/spot/index.ts';
import { tapeRoutes } from '../market/tape-routes.ts';
import { behindTriggers } from './behind-triggers.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { testHttp, type TestHttp } from './http.ts';
import { liabilitiesIn, logProcesses, VERIFY, type LogProcessOptions, type Proof } from './log-process.ts';
import { openOptionWorld, type OptionWorld } from './option-world.ts';
import { testPlans } from './plans.ts';
import type { KeptWorld } from './trading-world.ts';
import { dataOf } from './world-parts.ts';

/** A {@link LogWorld} closed with `keeps`. */
export interface KeptLogWorld extends KeptWorld {
  readonly folder: string;
}

/** How a verifier ended: its exit code, and the name of what is wrong. */
export interface Verified {
  readonly code: number;
  readonly wrong: string | undefined;
  readonly output: string;
}

/** Options and spot with prices set by hand, with a public log that {@link follow} continues. */
export interface LogWorld extends Pick<OptionWorld, 'clock' | 'market' | 'db' | 'owner' | 'writer'> {
  readonly options: OptionWorld;
  readonly folder: string;
  readonly http: TestHttp;
  /** `http://127.0.0.1:…` of {@link http}. */
  readonly url: string;
  /** Another process of the log; its beginning is done, its worker not started. */
  process(options?: LogProcessOptions): Promise<Proof>;
  /** Appends and publishes all that was committed. */
  follow(): Promise<void>;
  /** Takes an epoch of liabilities now. */
  takeEpoch(): Promise<void>;
  /** What the member's app asks for at login. */
  liabilitiesOf(memberId: string): Promise<Answer<'getLiabilityProof'>>;
  receipts(memberId: string, kind: Input<'getReceipt'>['kind'], id: string): Promise<Answer<'getReceipt'>['list']>;
  /** Runs a verifier of `verify/`. */
  verify(verifier: string, ...args: readonly string[]): Promise<Verified>;
  /** A file of a verifier. */
  fileOf(content: unknown): Promise<string>;
  lines(): Promise<string[]>;
  audit(): Promise<void>;
  kept(): KeptLogWorld;
  /** Removes its database and folder too, unless they are to be copied. */
  close(how?: { readonly keeps: boolean }): Promise<void>;
}

const allLines = {
  name: 'testing.logLines',
  text: 'select e.line from log_batch b cross join lateral unnest(b.lines) with ordinality as e (line, place) order by b.first_index, e.place',
};

// The database notes them by its own clock, which is not the world's.
const datedMarkets = {
  name: 'testing.datedMarkets',
  text: 'update market_version set at = to_timestamp($1)',
};

/** Opens a {@link LogWorld}, or one that goes on in a copy of another. */
export async function openLogWorld({ copyOf }: { readonly copyOf?: KeptLogWorld } = {}): Promise<LogWorld> {
  const options = await openOptionWorld({ copyOf });
  const { clock, market, db, owner, writer } = options;
  if (!copyOf) await behindTriggers(owner, 'market_version', datedMarkets, [clock.nowMs() / 1000]);
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-log-'));
  if (copyOf) await cp(copyOf.folder, folder, { recursive: true });
  const open = logProcesses({ ...options, folder });
  const proof = await open();
  const liabilities = liabilitiesIn({ ...options, folder }, proof);
  const http = testHttp({
    db,
    clock,
    routes: [...publicRoutes(options), ...proof.routes, ...liabilities.routes],
    bytesRoutes: proof.bytesRoutes,
  });
  const url = await http.app.listen({ host: '127.0.0.1', port: 0 });
  let files = 0;
  return {
    options,
    clock,
    market,
    db,
    owner,
    writer,
    folder,
    http,
    url,
    process: open,
    follow: () => proof.worker.catchUp(),
    async takeEpoch() {
      if (!(await liabilities.epochs.take())) throw new Error('the epoch was not published');
    },
    liabilitiesOf: async (memberId) =>
      dataOf(http, 'getLiabilityProof', {}, { token: await http.sessions.open(memberId) }),
    async receipts(memberId, kind, id) {
      const token = await http.sessions.open(memberId);
      return (await dataOf(http, 'getReceipt', { kind, id }, { token })).list;
    },
    verify: (verifier, ...args) => runVerifier(verifier, args),
    async fileOf(content) {
      const path = join(folder, `file-${(files += 1)}`);
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
    lines: async () => (await db.run<{ line: string }>(allLines)).map(({ line }) => line),
    async audit() {
      await options.audit();
      await requireCleanAudit(db, [...proofAudits, ...liabilitiesAudits]);
    },
    kept: () => ({ ...options.kept(), folder }),
    async close(how) {
      await http.app.close();
      await options.close(how);
      if (!how?.keeps) await rm(folder, { recursive: true });
    },
  };
}

const publicRoutes = ({ db, market, spot, clock }: OptionWorld) => [
  ...tapeRoutes(db, market),
  ...spotRoutes({ db, market, service: spot, plans: testPlans(clock) }),
];

const runVerifier = (verifier: string, args: readonly string[]): Promise<Verified> =>
  new Promise((resolve) => {
    const command = verifier.endsWith('.py') ? 'python3' : process.execPath;
    execFile(command, [join(VERIFY, verifier), ...args], (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, wrong: /^WRONG ([\w-]+)/m.exec(stdout)?.[1], output: stdout + stderr });
    });
  });
