import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { entryLine } from '@plimsoll/proof/log';
import { signingOf } from '../apps/server/src/features/proof/begun.ts';
import { LogFiles } from '../apps/server/src/features/proof/log-files.ts';
import { LogSigner } from '../apps/server/src/features/proof/log-key.ts';
import { appendToLog, beginLog, readLogHead, registerKey } from '../apps/server/src/features/proof/log-table.ts';
import { PublishedLog } from '../apps/server/src/features/proof/published-log.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import type { Db } from '../apps/server/src/platform/db.ts';
import { folderStore } from '../apps/server/src/platform/uploads/index.ts';
import { elementAt } from '../apps/server/src/platform/element-at.ts';
import type { Figure } from './measure/figure.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { bench, say } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// The public log with ten million entries (PROOF 2): how long a turn of entries takes from the database to a published
// checkpoint, and an inclusion proof from files that nobody has read. Making it takes some ten minutes and 12 GB.

const ENTRIES = Number(process.argv[2] ?? 10_000_000);
const MAKING = 10_000;
/** Entries of a measured turn, as the worker's. */
const TURN = 250;
const TURNS = 40;
const PROOFS = 400;
const SEED = Buffer.alloc(32, 7).toString('base64');
const STEP = 7_919_999;

interface Log {
  readonly db: Db;
  readonly files: LogFiles;
  readonly open: () => LogFiles;
}

const lineOf = (n: number): string =>
  entryLine('journal', new Date(1_700_000_000_000 + n).toISOString(), {
    kind: 'transfer',
    commit: createHash('sha256').update(String(n)).digest('hex'),
  });

async function append({ db, files }: Log, count: number): Promise<void> {
  const head = await readLogHead(db);
  if (!head) throw new Error('the log has not begun');
  const { size: atSize, journalId } = head;
  const lines = Array.from({ length: count }, (_, at) => lineOf(atSize + at));
  const versions = { ...head.versions, key: 1 };
  const { root } = await appendToLog(db, {
    atSize,
    lines,
    nowMs: Date.now(),
    journalId,
    versions,
    lineless: [],
    lined: [],
  });
  files.appended({ firstIndex: atSize, lines, root });
}

async function publish({ db, files }: Log): Promise<void> {
  const head = await readLogHead(db);
  if (!head) throw new Error('the log has not begun');
  while (!(await files.publish(head)));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function make(log: Log): Promise<void> {
  const tookMs = await timed(async () => {
    for (let made = 0; made < ENTRIES; made += MAKING) {
      await append(log, Math.min(MAKING, ENTRIES - made));
      await publish(log);
    }
  });
  say(
    `${ENTRIES} entries made in ${Math.round(tookMs / 1000)} s, ${((tookMs * 1000) / ENTRIES).toFixed(1)} µs an entry`,
  );
}

async function measure(log: Log, folder: string): Promise<Figure[]> {
  const turnsMs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1)
    turnsMs.push(
      await timed(async () => {
        await append(log, TURN);
        await publish(log);
      }),
    );
  const head = await readLogHead(log.db);
  if (!head) throw new Error('the log has not begun');
  const openMs = await timed(() => log.open().open(head));
  const proofsMs: number[] = [];
  for (let n = 0; n < PROOFS; n += 1) {
    // One of its own each time: nothing is in its memory.
    const published = new PublishedLog({ store: folderStore(folder), clock: systemClock, hasWitnesses: false });
    proofsMs.push(
      await timed(async () => {
        const there = await published.published();
        if (!there) throw new Error('no checkpoint is published');
        await published.inclusion((n * STEP) % there.checkpoint.size, there.checkpoint);
      }),
    );
  }
  const figure = (what: string, ms: number, limitMs: number | null): Figure => ({
    what: `${what}, with ${ENTRIES} entries`,
    measured: `${ms.toFixed(1)} ms`,
    against: null,
    value: ms,
    unit: 'ms',
    limit: limitMs === null ? null : { atMost: limitMs },
  });
  return [
    figure(
      `${TURN} entries from the database to a published checkpoint, slowest of ${TURNS}`,
      Math.max(...turnsMs),
      1000,
    ),
    figure('opening the log at a start', openMs, 1000),
    figure(`an inclusion proof from the files, 99th percentile of ${PROOFS}`, quantile(proofsMs, 0.99), null),
    {
      what: 'memory of the process that did all that, at its highest',
      measured: `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
      against: null,
      value: process.resourceUsage().maxRSS / 1024,
      unit: 'MiB',
      limit: null,
    },
  ];
}

await bench('a long public log', () =>
  inTempFolder((folder) =>
    onOwnDatabase(join(folder, 'database'), async ({ db }) => {
      const origin = await beginLog(db, 'bench.example/log', Date.now());
      const signing = signingOf(() => ({ origin, commitmentKey: Buffer.alloc(32), seeds: [SEED] }));
      await registerKey(db, elementAt(signing().keys, 0).vkey, Date.now());
      const signer = new LogSigner({ db, clock: systemClock, keys: () => signing().keys });
      const place = join(folder, 'log');
      const open = () => new LogFiles({ db, store: folderStore(place), signer });
      const log: Log = { db, files: open(), open };
      const head = await readLogHead(db);
      if (head) await log.files.open(head);
      await make(log);
      return measure(log, place);
    }),
  ));
