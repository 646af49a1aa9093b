import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ratioFigure, type Figure } from './measure/figure.ts';
import { bench } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { messageFrom, startBroadcaster, startWholeServer, type Broadcaster } from './stream/broadcasters.ts';
import { TICKS_A_SECOND, type Listening, type Report } from './stream/job.ts';

// Ticks sent to thousands of clients, against a bare `ws` loop that sends the same compressed frame: delay of the
// slowest clients, and processor time. Broadcasters and clients are separate processes, in turns. The whole server,
// which also makes and stores the ticks of all markets and sends them every 50 ms, is shown beside.

const LISTENERS = fileURLToPath(new URL('stream/listeners.ts', import.meta.url));
const CLIENTS = 5_000;
const LISTENING_PROCESSES = 2;
const ROUNDS = 7;
const SECONDS = 5;
/** With fewer frames than this share of those due, the clients were measured, not the broadcaster. */
const MIN_RECEIVED_SHARE = 0.9;

interface Turn {
  readonly p99Ms: number;
  /** Processor time of the broadcaster per frame and client. */
  readonly cpuUs: number;
}

async function listenTo(from: Broadcaster): Promise<Turn> {
  const children = Array.from({ length: LISTENING_PROCESSES }, () => fork(LISTENERS, { serialization: 'advanced' }));
  try {
    const job: Listening = { port: from.port, clients: CLIENTS / LISTENING_PROCESSES, seconds: SECONDS };
    for (const child of children) child.send(job);
    await Promise.all(children.map((child) => messageFrom<Report>(child)));
    const beforeMs = await from.cpuMs();
    const reports = children.map((child) => messageFrom<Report>(child));
    for (const child of children) child.send('begin');
    const delaysMs = (await Promise.all(reports)).flatMap((report) =>
      report.kind === 'delays' ? report.delaysMs : [],
    );
    const spentMs = (await from.cpuMs()) - beforeMs;
    const due = CLIENTS * TICKS_A_SECOND * SECONDS;
    if (delaysMs.length < due * MIN_RECEIVED_SHARE)
      throw new Error(`only ${delaysMs.length} of ${due} frames came, the machine is too busy`);
    return { p99Ms: quantile(delaysMs, 0.99), cpuUs: (spentMs * 1000) / delaysMs.length };
  } finally {
    for (const child of children) child.kill();
  }
}

const SHOWN = [
  {
    name: 'p99 of the delay from tick to client',
    value: ({ p99Ms }: Turn) => p99Ms,
    text: (ms: number) => `${ms.toFixed(1)} ms`,
  },
  {
    name: 'processor time a frame and client',
    value: ({ cpuUs }: Turn) => cpuUs,
    text: (us: number) => `${us.toFixed(1)} µs`,
  },
];

await bench(`the stream: ${CLIENTS} clients, ${TICKS_A_SECOND} ticks a second`, () =>
  inTempFolder(async (folder) => {
    const started: Broadcaster[] = [];
    try {
      for (const start of [
        () => startBroadcaster('bare'),
        () => startBroadcaster('ours'),
        () => startWholeServer(folder),
      ])
        started.push(await start());
      for (const each of started) await listenTo(each);
      const turns: Turn[][] = started.map(() => []);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [at, each] of started.entries()) turns[at]?.push(await listenTo(each));
      }
      const [bare = [], ours = [], whole = []] = turns;
      const figures = (what: string, measured: readonly Turn[], limit: Figure['limit']) =>
        SHOWN.map(({ name, value, text }) =>
          ratioFigure(
            `${what}: ${name}`,
            { values: measured.map(value), text },
            { values: bare.map(value), text: (each) => `bare ws ${text(each)}` },
            limit,
          ),
        );
      return [
        ...figures('the stream', ours, { atMost: 1.3 }),
        ...figures('the whole server, all its markets at that rate', whole, null),
      ];
    } finally {
      for (const each of started) await each.stop();
    }
  }));
