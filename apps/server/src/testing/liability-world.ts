import { execFile, spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, randomBytes, sign as signWith } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  checkpointText,
  formatVerifierKey,
  inclusionProof,
  joinNote,
  leafHash,
  nodeHash,
  rootOf,
  signText,
  toBase64,
  type Hash,
} from '@plimsoll/proof/log';
import { createLiabilities } from '../features/liabilities/index.ts';
import type { Locate } from '../features/liabilities/index.ts';
import { testHttp, type TestHttp } from './http.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';

const ORIGIN = 'plimsoll.example/log';
const VERIFY = fileURLToPath(new URL('../../../../verify/', import.meta.url));
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
/** Where the key's 32 bytes begin in its DER. */
const SPKI_KEY_AT = 12;

/** A small log in memory, signed by a key of its own. */
interface SmallLog {
  readonly lines: string[];
  readonly vkey: string;
  readonly locate: Locate;
}

function smallLog(): SmallLog {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = Uint8Array.from(
    createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI_KEY_AT),
  );
  const key = { name: ORIGIN, type: 'ed25519' as const, publicKey };
  const lines: string[] = [];
  const read = (level: number, index: number): Hash =>
    level === 0
      ? leafHash(Buffer.from(lines[index] ?? ''))
      : nodeHash(read(level - 1, 2 * index), read(level - 1, 2 * index + 1));
  return {
    lines,
    vkey: formatVerifierKey(key),
    async locate(entry) {
      const index = lines.indexOf(entry);
      if (index === -1) return undefined;
      const root = await rootOf(lines.length, read);
      const text = checkpointText({ origin: ORIGIN, size: lines.length, root });
      const note = joinNote(text, [signText(text, key, (message) => signWith(null, message, privateKey))]);
      const proof = await inclusionProof(index, lines.length, read);
      return { index, proof: proof.map((hash) => toBase64(hash)), checkpoint: note };
    },
  };
}

/** What a verifier answered. */
interface Verified {
  readonly code: number;
  /** The name of what is wrong; undefined when nothing is. */
  readonly wrong: string | undefined;
  readonly output: string;
}

/** Trading with liabilities: epochs are taken when a test asks, and a small log has those that it puts there. */
export interface LiabilityWorld {
  readonly world: TradingWorld;
  readonly http: TestHttp;
  /** Where epochs’ folders are. */
  readonly folder: string;
  readonly log: SmallLog;
  /** How often an epoch was not covered. */
  readonly uncovered: readonly number[];
  readonly slice: ReturnType<typeof createLiabilities>;
  /** A member who is logged in, and has these amounts in account 1, by coin. */
  member(funds?: Readonly<Record<string, string>>): Promise<{ readonly id: string; readonly token: string }>;
  /** What each verifier finds in an answer; verify.py where there is Python. */
  verified(answer: unknown, ...args: readonly string[]): Promise<readonly Verified[]>;
  close(): Promise<void>;
}

/** Opens a {@link LiabilityWorld}. */
export async function openLiabilityWorld(): Promise<LiabilityWorld> {
  const world = await openTradingWorld();
  const { db, url, clock } = world;
  const base = await mkdtemp(join(tmpdir(), 'plimsoll-liabilities-'));
  const folder = join(base, 'liabilities');
  const log = smallLog();
  const slice = createLiabilities({
    db,
    url,
    clock,
    log: { info: () => {}, error: (details, message) => http.logged.push({ details, message }) },
    mode: 'demo',
    folder,
    everySeconds: () => 3600,
    locate: log.locate,
  });
  const uncovered: number[] = [];
  slice.metrics
    .find(({ name }) => name === 'plimsoll_liabilities_uncovered_coins')
    ?.listen((coins) => uncovered.push(coins));
  const http: TestHttp = testHttp({ db, clock, routes: slice.routes });
  const file = () => join(base, randomBytes(8).toString('hex'));
  return {
    world,
    http,
    folder,
    log,
    uncovered,
    slice,
    async member(funds = {}) {
      const id = await world.member(funds);
      return { id, token: await http.sessions.open(id) };
    },
    async verified(answer, ...args) {
      const path = file();
      await writeFile(path, JSON.stringify(answer));
      const all = ['liabilities', path, '--vkey', log.vkey, ...args];
      return Promise.all([
        run(process.execPath, [join(VERIFY, 'verify.mjs'), ...all]),
        ...(HAS_PYTHON ? [run('python3', [join(VERIFY, 'verify.py'), ...all])] : []),
      ]);
    },
    async close() {
      await http.app.close();
      await world.close();
      await rm(base, { recursive: true });
    },
  };
}

const run = (command: string, args: readonly string[]): Promise<Verified> =>
  new Promise((resolve) => {
    execFile(command, args, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, wrong: /^WRONG ([\w-]+)/m.exec(stdout)?.[1], output: stdout + stderr });
    });
  });
