import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, Kind, Listening, Took } from './feeds/job.ts';
import { BenchVenue } from './feeds/venue.ts';
import { ratioFigure, type Figure, type Rounds } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { messageFrom } from './stream/broadcasters.ts';

// Cost of one HTX message in our adapter and in ccxt's `htx`, each in its own process, fed by the same local server.
// Trades are the same for both. Books differ: ours subscribes to whole books (150 levels, one a second at the venue),
// ccxt to changes (five levels a side here, ten a second at the venue).

const LISTENER = fileURLToPath(new URL('feeds/listener.ts', import.meta.url));
const ROUNDS = 5;
const WARM = 2_000;
const MESSAGES: Readonly<Record<Kind, number>> = { trades: 8_000, books: 2_000 };
const A_SECOND: Readonly<Record<Kind, number>> = { trades: 2_000, books: 400 };
const BOOKS_A_SECOND: Readonly<Record<Listening, number>> = { own: 1, ccxt: 10 };

interface Measured extends Took {
  readonly eachUs: number;
}

async function measure(listening: Listening, kind: Kind): Promise<Measured> {
  const venue = await BenchVenue.open();
  const job: Job = { listening, kind, port: venue.port };
  const child = fork(LISTENER, [JSON.stringify(job)]);
  const took = async (): Promise<Took> => {
    const answer = messageFrom<Took>(child);
    child.send('took');
    return answer;
  };
  try {
    await venue.publish(kind, WARM, A_SECOND[kind]);
    await took();
    await venue.publish(kind, MESSAGES[kind], A_SECOND[kind]);
    const measured = await took();
    if (measured.received < MESSAGES[kind] / 10)
      throw new Error(`${listening} received ${measured.received} of ${MESSAGES[kind]} ${kind}`);
    return { ...measured, eachUs: measured.cpuUs / MESSAGES[kind] };
  } finally {
    child.disconnect();
    await once(child, 'exit');
    await venue.close();
  }
}

await bench('our adapter of HTX against ccxt’s', async () => {
  const found: Record<Kind, Record<Listening, Measured[]>> = {
    trades: { own: [], ccxt: [] },
    books: { own: [], ccxt: [] },
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['trades', 'books'] as const) {
      for (const listening of round % 2 === 0 ? (['own', 'ccxt'] as const) : (['ccxt', 'own'] as const))
        found[kind][listening].push(await measure(listening, kind));
    }
  }
  say(
    `${ROUNDS} rounds, ${MESSAGES.trades} trades at ${A_SECOND.trades}/s and ${MESSAGES.books} books at ${A_SECOND.books}/s in each`,
  );
  const us = (value: number): string => `${value.toFixed(0)} µs`;
  const ms = (value: number): string => `${value.toFixed(2)} ms`;
  const rounds = (kind: Kind, listening: Listening, of: (each: Measured) => number, text: Rounds['text']): Rounds => ({
    values: found[kind][listening].map(of),
    text,
  });
  const figure = (
    what: string,
    kind: Kind,
    of: (each: Measured, listening: Listening) => number,
    text: Rounds['text'],
  ): Figure =>
    ratioFigure(
      what,
      rounds(kind, 'own', (each) => of(each, 'own'), text),
      rounds(kind, 'ccxt', (each) => of(each, 'ccxt'), text),
      null,
    );
  return [
    figure('processor time a trade', 'trades', ({ eachUs }) => eachUs, us),
    figure('from sent to received, a trade, median', 'trades', ({ medianMs }) => medianMs, ms),
    figure('the same, p99', 'trades', ({ p99Ms }) => p99Ms, ms),
    figure('processor time a book message, each by its own stream', 'books', ({ eachUs }) => eachUs, us),
    figure(
      'processor time a second for one market’s book, at the venue’s pace',
      'books',
      ({ eachUs }, listening) => eachUs * BOOKS_A_SECOND[listening],
      us,
    ),
    figure('from sent to received, a book, median', 'books', ({ medianMs }) => medianMs, ms),
    figure('the same, p99', 'books', ({ p99Ms }) => p99Ms, ms),
  ];
});
