import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { READY_WITHIN_MS, startChildServer, type ChildServer } from '../../apps/server/src/testing/child-server.ts';
import { writeFeedFile, type FeedFile } from './feed-file.ts';

/** Expensive, so that the demo member's ten bitcoins exceed many levels of a book. */
const CALM: FeedFile = { minutes: 240, price: 500_000, range: 20 };
/** At this speed each market has a tick a second, and prices move at a tenth of real speed. */
const CALM_SPEED = 0.1;
/** Fixed, so that the same pairs have risen or fallen in every run. */
const SEED = 'quay';

/** Names the folder to start from, if there is one (`seeded.ts`). */
export const SEEDED = 'PLIMSOLL_SEEDED';

/** Time that a start may add to a journey, with the cleanup. */
export const START_MS = READY_WITHIN_MS + 20_000;

export interface ServerOptions {
  readonly feed?: FeedFile;
  readonly speed?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface FreshServer {
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildServer;
  stop(): Promise<void>;
}

/** PostgreSQL needs owners and rights preserved. */
const copyWhole = (from: string, to: string): void => void execFileSync('cp', ['-a', `${from}/.`, to]);

/**
 * Starts the real server with its own database, by default on a calm market. Its folder contains the demo's seed only.
 */
export async function startFreshServer({
  feed = CALM,
  speed = CALM_SPEED,
  env = {},
}: ServerOptions = {}): Promise<FreshServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-e2e-'));
  const seeded = process.env[SEEDED];
  if (seeded !== undefined && feed === CALM && speed === CALM_SPEED) copyWhole(seeded, dataDir);
  const file = join(dataDir, 'feed.csv');
  writeFeedFile(file, feed);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const child = await startChildServer({
      dataDir,
      env: { FEED: 'replay', FEED_FILE: file, FEED_SPEED: String(speed), FEED_SEED: SEED, ...env },
    });
    return {
      url: child.url,
      dataDir,
      child,
      async stop() {
        await child.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
