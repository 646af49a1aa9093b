import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { READY_WITHIN_MS, startChildServer, type ChildServer } from '../../apps/server/src/testing/child-server.ts';
import { writeFeedFile, type FeedFile } from './feed-file.ts';

/** Bitcoin is dear here, so that the ten the demo member owns outweigh many levels of a book. */
const CALM: FeedFile = { minutes: 240, price: 500_000, range: 20 };
/** At this pace each market has a tick a second, and its price moves a tenth as fast as life. */
const CALM_SPEED = 0.1;
/** Of all that the feed makes up: which pairs have risen or fallen when a journey begins is the same in every run. */
const SEED = 'harbour';

/** The variable that names the folder to begin from, where one was made (`seeded.ts`). */
export const SEEDED = 'PLIMSOLL_SEEDED';

/** What a start may add to the time of a journey: its own limit, and the end of what it made. */
export const START_MS = READY_WITHIN_MS + 20_000;

export interface ServerOptions {
  readonly feed?: FeedFile;
  readonly speed?: number;
  /** Variables of the server beside those of its feed. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A real server on a folder of its own; `stop` ends it and removes the folder. */
export interface FreshServer {
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildServer;
  stop(): Promise<void>;
}

/** With owners and rights, without which PostgreSQL does not open a folder. */
const copyWhole = (from: string, to: string): void => void execFileSync('cp', ['-a', `${from}/.`, to]);

/**
 * Starts the real server with its own database in a folder of its own, on a calm market unless told otherwise. Nothing
 * happened there yet but the demo's seed.
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
