import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openNote, originOf, parseCheckpoint, parseVerifierKey, type VerifierKey } from '@plimsoll/proof/log';
import { afterAll, expect, test } from 'vitest';
import { logKeyOf } from '../apps/server/src/features/proof/index.ts';
import { fires } from '../apps/server/src/testing/alerts.ts';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { readFigures } from '../apps/server/src/testing/figures.ts';
import { enterDemo } from './support/member.ts';
import { bothHold } from './support/verifiers.ts';
import { verifySignature } from './verifiers/log.ts';

// Two deployments, each with a witness that watches the other: real servers, real witnesses, both verifiers.

const WITNESS = fileURLToPath(new URL('../apps/witness/src/main.ts', import.meta.url));
const LIMIT_MS = 400_000;
/** Of what is served, on a busy machine too: a second is what it may wait for a witness. */
const SERVED_WITHIN_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-cosigned-'));
const children: ChildProcess[] = [];
const servers: ChildServer[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of servers) await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A deployment before it is started: its log's key is known from its address. */
interface House {
  readonly name: string;
  readonly publicUrl: string;
  readonly seed: string;
  readonly vkey: string;
}

function houseOf(name: string, value: number): House {
  const publicUrl = `http://${name}.localhost:3000`;
  const seed = Buffer.alloc(32, value).toString('base64');
  return { name, publicUrl, seed, vkey: logKeyOf(originOf(publicUrl), seed).vkey };
}

interface Witness {
  readonly url: string;
  readonly vkey: string;
  readonly key: VerifierKey;
  kill(): Promise<void>;
}

/** Starts the witness of one deployment, which watches the log of another. */
async function startWitness(of: House, watched: House, port: number): Promise<Witness> {
  const logs = join(folder, `${of.name}.logs`);
  writeFileSync(logs, `${watched.vkey}\n`);
  const child = spawn(process.execPath, [WITNESS], {
    env: {
      ...process.env,
      WITNESS_PORT: String(port),
      WITNESS_NAME: `${of.name}.example/w1`,
      WITNESS_DIR: join(folder, `${of.name}.witness`),
      WITNESS_LOGS: logs,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url = '', vkey = ''] = /^ready (\S+) (\S+)$/.exec(line) ?? [];
    const key = parseVerifierKey(vkey);
    if (!key) break;
    return {
      url,
      vkey,
      key,
      async kill() {
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    };
  }
  throw new Error('the witness ended before it was ready');
}

async function startHouse(house: House, witness: Witness, metricsPort: number): Promise<ChildServer> {
  const server = await startChildServer({
    dataDir: join(folder, house.name),
    env: {
      FEED_SEED: house.name,
      PUBLIC_URL: house.publicUrl,
      LOG_KEY: house.seed,
      WITNESSES: `${witness.vkey} ${witness.url}`,
      METRICS_PORT: String(metricsPort),
    },
  });
  servers.push(server);
  return server;
}

interface Running {
  readonly house: House;
  /** Who cosigns its log. */
  readonly witness: Witness;
  readonly server: ChildServer;
  readonly metrics: number;
}

/** What is served: its size, and the time of a witness's good cosignature. */
async function served(
  server: ChildServer,
  { key }: Witness,
): Promise<{ size: number; cosignedAt: number | undefined }> {
  const note = await (await fetch(`${server.url}/log/checkpoint`)).text();
  return {
    size: parseCheckpoint(note)?.size ?? 0,
    cosignedAt: openNote(note, [key], verifySignature)?.signatures[0]?.atSeconds,
  };
}

/** Both verifiers accept the log, and say who saw it. */
async function holds(sentence: string, ...args: readonly string[]): Promise<void> {
  for (const printed of await bothHold(...args)) expect(printed).toContain(sentence);
}

/** Exchanges a little, which is an entry of the log within seconds. */
async function trade({ url }: ChildServer): Promise<void> {
  const demo = await enterDemo(url);
  await demo.obtain('upbbbuy', { m_id: '1', type: '1', operate_type: '2', amount: '300' });
}

test(
  'two deployments witness each other, and a witness that is killed stops neither',
  { timeout: LIMIT_MS },
  async () => {
    const [north, south] = [houseOf('north', 1), houseOf('south', 2)];
    const [northPort, southPort, northMetrics, southMetrics] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    // Each is cosigned by the witness of the other.
    const ofSouth = await startWitness(south, north, southPort);
    const ofNorth = await startWitness(north, south, northPort);
    const houses: readonly [Running, Running] = [
      { house: north, witness: ofSouth, server: await startHouse(north, ofSouth, northMetrics), metrics: northMetrics },
      { house: south, witness: ofNorth, server: await startHouse(south, ofNorth, southMetrics), metrics: southMetrics },
    ];
    const figures = async (port: number) => readFigures(`http://127.0.0.1:${port}/metrics`);

    for (const { house, witness, server, metrics } of houses) {
      await trade(server);
      await expect
        .poll(async () => (await served(server, witness)).cosignedAt, { timeout: SERVED_WITHIN_MS })
        .toBeDefined();
      expect(await (await fetch(`${server.url}/log/witnesses`)).text()).toBe(`${witness.vkey}\n`);
      const log = `${server.url}/log`;
      await holds('witnesses: 1 saw the checkpoint', 'log', log, '--vkey', house.vkey, '--witness', witness.vkey);
      const policy = join(folder, `${house.name}.policy`);
      writeFileSync(policy, `log ${house.vkey}\nwitness w ${witness.vkey}\nquorum w\n`);
      await holds("1 of the policy's 1 witnesses cosigned the checkpoint", 'log', log, '--policy', policy);
      expect(await fires('LogUnwitnessed', await figures(metrics))).toBe(false);
    }

    const [{ server, metrics, witness }, other] = houses;
    await ofSouth.kill();
    const before = await served(server, witness);
    await trade(server);
    const grown = async () => (await served(server, witness)).size;
    await expect.poll(grown, { timeout: SERVED_WITHIN_MS }).toBeGreaterThan(before.size);
    await expect
      .poll(async () => fires('LogUnwitnessed', await figures(metrics)), { timeout: 120_000, interval: 1_000 })
      .toBe(true);
    expect(await fires('LogUnwitnessed', await figures(other.metrics))).toBe(false);

    // With the same memory it goes on where it was.
    await startWitness(south, north, southPort);
    await expect
      .poll(async () => (await served(server, witness)).cosignedAt, { timeout: 60_000, interval: 500 })
      .toBeDefined();
    expect(await fires('LogUnwitnessed', await figures(metrics))).toBe(false);
    for (const each of houses) await each.server.stop();
    servers.length = 0;
  },
);
