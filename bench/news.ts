import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { amount } from '@plimsoll/money';
import { GroupedWriter, move, plainPosting, type Journal } from '../apps/server/src/ledger/index.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { openDb } from '../apps/server/src/platform/db.ts';
import { findRunning } from '../apps/server/src/platform/postgres/index.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { median, quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { makeMembers, type Reading } from './news/members.ts';
import type { ReadersJob, ReadersReport } from './news/readers.ts';
import { messageFrom } from './stream/broadcasters.ts';

// Private news: from the commit of a changed balance to its frame at the member's socket. The whole server has the
// sockets of 5 000 members; this process commits, as another server process would. Once one change after another, as
// on a busy day, and once of all members together, as when everybody's options end at one moment.

const READERS = fileURLToPath(new URL('news/readers.ts', import.meta.url));
const MEMBERS = 5_000;
const ROUNDS = 5;
/** Of the first kind: changes a turn, turns a second. */
const A_TURN = 20;
const TURN_MS = 100;
const TURNS = 50;
const USDT = '1';
const ONE = amount('1');
/** A round that takes longer is over. */
const PATIENCE_MS = 60_000;
/** The poll that news replaces comes every ten seconds. */
const LIMITS = { one: 250, all: 2_000 };

let posted = 0;
const grant = ({ id }: Reading): Journal => {
  posted += 1;
  return {
    cause: { kind: 'demo-funding', id: `bench.${posted}` },
    actor: { kind: 'clock' },
    lines: [move({ house: 'outside', coinId: USDT }, { memberId: id, type: 1, coinId: USDT }, ONE)],
  };
};

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function arrivalsOf(child: ChildProcess): Promise<Extract<ReadersReport, { kind: 'arrivals' }>['arrivals']> {
  const report = messageFrom<ReadersReport>(child);
  child.send('report');
  const answer = await report;
  return answer.kind === 'arrivals' ? answer.arrivals : [];
}

/** Commits as `post` does, and waits for the frames. @returns delays in ms */
async function delaysOf(
  post: () => Promise<number>,
  committedMs: Map<string, number>,
  child: ChildProcess,
): Promise<readonly number[]> {
  committedMs.clear();
  await arrivalsOf(child);
  const due = await post();
  const arrived = new Map<string, number>();
  const untilMs = performance.now() + PATIENCE_MS;
  while (arrived.size < due && performance.now() < untilMs) {
    await wait(100);
    for (const [memberId, atMs] of await arrivalsOf(child)) arrived.set(memberId, atMs);
  }
  if (arrived.size < due) throw new Error(`only ${arrived.size} of ${due} frames came`);
  return [...arrived].map(([memberId, atMs]) => atMs - (committedMs.get(memberId) ?? Number.NaN));
}

interface Rounds {
  readonly one: number[];
  readonly all: number[];
}

async function measure(writer: GroupedWriter, members: readonly Reading[], child: ChildProcess): Promise<Rounds> {
  const committedMs = new Map<string, number>();
  writer.onPosted((journals) => {
    const nowMs = performance.timeOrigin + performance.now();
    for (const { lines } of journals)
      for (const { to } of lines) if ('memberId' in to) committedMs.set(to.memberId, nowMs);
  });
  const submit = (which: readonly Reading[]) =>
    Promise.all(which.map((member) => writer.submit(plainPosting, [grant(member)])));
  const rounds: Rounds = { one: [], all: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await delaysOf(
      async () => {
        for (let turn = 0; turn < TURNS; turn += 1) {
          await Promise.all([submit(members.slice(turn * A_TURN, (turn + 1) * A_TURN)), wait(TURN_MS)]);
        }
        return TURNS * A_TURN;
      },
      committedMs,
      child,
    );
    const all = await delaysOf(
      async () => {
        await submit(members);
        return members.length;
      },
      committedMs,
      child,
    );
    rounds.one.push(quantile(one, 0.99));
    rounds.all.push(quantile(all, 0.99));
    say(
      `round ${round + 1}: ${quantile(one, 0.5).toFixed(0)} and ${quantile(all, 0.5).toFixed(0)} ms in the middle, p99 ${quantile(one, 0.99).toFixed(0)} and ${quantile(all, 0.99).toFixed(0)} ms`,
    );
  }
  return rounds;
}

const figure = (what: string, values: readonly number[], limitMs: number): Figure => ({
  what,
  measured: `${median(values).toFixed(0)} ms`,
  against: null,
  value: median(values),
  unit: 'ms',
  limit: { atMost: limitMs },
});

await bench(`private news: ${MEMBERS} members`, () =>
  inTempFolder(async (folder) => {
    const server = await startChildServer({ dataDir: folder });
    const child = fork(READERS, { serialization: 'advanced' });
    const ends: (() => Promise<void>)[] = [];
    try {
      const running = await findRunning(folder);
      if (running === undefined) throw new Error('the server has no embedded database');
      const db = openDb(running.url);
      const connection = openDb(running.url, { connections: 1 });
      ends.push(
        () => connection.close(),
        () => db.close(),
      );
      const members = await makeMembers(db, MEMBERS);
      const writer = new GroupedWriter({ connection, db, clock: systemClock });
      // Opens the accounts.
      await Promise.all(members.map((member) => writer.submit(plainPosting, [grant(member)])));
      const ready = messageFrom<ReadersReport>(child);
      const begunMs = performance.now();
      child.send({ port: Number(new URL(server.url).port), members } satisfies ReadersJob);
      await ready;
      say(`all logged in after ${((performance.now() - begunMs) / 1000).toFixed(1)} s`);
      const { one, all } = await measure(writer, members, child);
      return [
        figure(`p99 from commit to frame, ${(A_TURN * 1000) / TURN_MS} changes a second`, one, LIMITS.one),
        figure(`p99 from commit to frame, all ${MEMBERS} members at once`, all, LIMITS.all),
      ];
    } finally {
      child.kill();
      for (const end of ends) await end();
      await server.stop();
    }
  }));
