import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ratioFigure, type Figure } from './measure/figure.ts';
import { bench } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { TICKS_A_SECOND, type Broadcast, type Listening, type Report, type Spent } from './stream/job.ts';

// Ticks told to thousands of clients, against a bare `ws` loop that sends the same compressed frame: how late the last of them hear, and what it costs.
// Each broadcaster is a process of its own, the clients are others; in turns.

const BROADCASTER = fileURLToPath(new URL('stream/broadcaster.ts', import.meta.url));
const LISTENERS = fileURLToPath(new URL('stream/listeners.ts', import.meta.url));
const CLIENTS = 5_000;
const LISTENING_PROCESSES = 2;
const ROUNDS = 7;
const SECONDS = 5;

interface Broadcaster {
  readonly child: ChildProcess;
  readonly port: number;
}

/** The next message of a child; rejects when it ends instead. */
async function heardFrom<T>(child: ChildProcess): Promise<T> {
  const ending = new AbortController();
  try {
    const ended = once(child, 'exit', { signal: ending.signal }).then(([status]) => { throw new Error(`a process ended with ${String(status)}`); });
    const [said] = await Promise.race([once(child, 'message', { signal: ending.signal }), ended]) as [T];
    return said;
  } finally {
    ending.abort();
  }
}

async function broadcaster(kind: Broadcast): Promise<Broadcaster> {
  const child = fork(BROADCASTER, [kind]);
  return { child, port: await heardFrom<number>(child) };
}

async function cpuMsOf({ child }: Broadcaster): Promise<number> {
  child.send('spent');
  return (await heardFrom<Spent>(child)).cpuMs;
}

interface Turn {
  /** How late 99 of 100 frames were there at the latest. */
  readonly p99Ms: number;
  /** Processor time of the broadcaster for one frame to one client. */
  readonly cpuUs: number;
}

/** Lets all clients listen to one broadcaster for a while. */
async function listenTo(from: Broadcaster): Promise<Turn> {
  const children = Array.from({ length: LISTENING_PROCESSES }, () => fork(LISTENERS, { serialization: 'advanced' }));
  try {
    const job: Listening = { port: from.port, clients: CLIENTS / LISTENING_PROCESSES, seconds: SECONDS };
    for (const child of children) child.send(job);
    await Promise.all(children.map((child) => heardFrom<Report>(child)));
    const before = await cpuMsOf(from);
    const reports = children.map((child) => heardFrom<Report>(child));
    for (const child of children) child.send('begin');
    const delaysMs = (await Promise.all(reports)).flatMap((report) => (report.kind === 'heard' ? [report.delaysMs] : []));
    const spentMs = await cpuMsOf(from) - before;
    const all = Float64Array.from(delaysMs.flat());
    const due = CLIENTS * TICKS_A_SECOND * SECONDS;
    if (all.length < due * 0.9) throw new Error(`only ${all.length} of ${due} frames came: the clients are too slow for a measurement`);
    return { p99Ms: quantile(all, 0.99), cpuUs: (spentMs * 1000) / all.length };
  } finally {
    for (const child of children) child.kill();
  }
}

await bench(`the stream: ${CLIENTS} clients, ${TICKS_A_SECOND} ticks a second`, async () => {
  const ours = await broadcaster('ours');
  const bare = await broadcaster('bare');
  try {
    for (const each of [ours, bare]) await listenTo(each);
    const turns = { ours: [] as Turn[], bare: [] as Turn[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      turns.ours.push(await listenTo(ours));
      turns.bare.push(await listenTo(bare));
    }
    const figure = (what: string, value: (turn: Turn) => number, text: (value: number) => string): Figure => ratioFigure(
      `${what}, ${CLIENTS} clients, ${TICKS_A_SECOND} ticks/s`,
      { values: turns.ours.map(value), text },
      { values: turns.bare.map(value), text: (each) => `bare ws ${text(each)}` },
      { atMost: 1.3 },
    );
    return [
      figure('p99 of the delay from tick to client', ({ p99Ms }) => p99Ms, (ms) => `${ms.toFixed(1)} ms`),
      figure('processor time a frame and client', ({ cpuUs }) => cpuUs, (us) => `${us.toFixed(1)} µs`),
    ];
  } finally {
    for (const { child } of [ours, bare]) child.disconnect();
  }
});
