import { fork } from 'node:child_process';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import { ratioFigure, type Figure } from './measure/figure.ts';
import { bench } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import type { SameAnswer } from './reads/bare-server.ts';

// Requests a second for answers from memory, against plain `node:http` sending the same headers and bytes. One process
// each, in turns.

const BARE = fileURLToPath(new URL('reads/bare-server.ts', import.meta.url));
const CONNECTIONS = 64;
const ROUNDS = 7;
const SECONDS = 2;
const WARM_SECONDS = 1;
const ASKS = { Lang: 'en', 'Accept-Encoding': 'gzip, deflate, br' };

interface Read {
  readonly what: string;
  readonly path: string;
  readonly body?: string;
}
const READS: readonly Read[] = [
  { what: 'market list', path: '/api/getMarketList', body: '' },
  { what: 'order book', path: '/api/getHuoBiTradeFromRedis', body: 'symbol=btcusdt' },
  { what: 'kline, 150 bars of a minute', path: '/huobiapi/market/history/kline?symbol=btcusdt&period=1min&size=150' },
];

const asked = ({ body }: Read) => ({
  method: body === undefined ? ('GET' as const) : ('POST' as const),
  headers: { ...ASKS, ...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }) },
});

/** One answer as sent, without the headers that node:http adds. */
function takeAnswer(url: string, read: Read): Promise<SameAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}${read.path}`, asked(read), (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const own = new Set(['date', 'connection', 'keep-alive']);
        const names = response.rawHeaders.filter((_, place) => place % 2 === 0);
        const headers = names.flatMap((name, place) =>
          own.has(name.toLowerCase()) ? [] : [name, response.rawHeaders[place * 2 + 1] ?? ''],
        );
        if (response.statusCode === 200) resolve({ headers, body: Buffer.concat(parts) });
        else reject(new Error(`${read.path} answered ${response.statusCode}`));
      });
    });
    asking.on('error', reject);
    asking.end(read.body);
  });
}

async function perSecond(url: string, read: Read, duration: number): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({
    url: `${url}${read.path}`,
    connections: CONNECTIONS,
    duration,
    ...asked(read),
    ...(read.body ? { body: read.body } : {}),
  });
  if (errors + non2xx > 0) throw new Error(`${read.path}: ${errors} errors, ${non2xx} refusals`);
  return requests.average;
}

async function besideBare<T>(answer: SameAnswer, work: (url: string) => Promise<T>): Promise<T> {
  const child = fork(BARE, { serialization: 'advanced' });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.once('message', (value: number) => resolve(value));
      child.once('exit', () => reject(new Error('the bare server ended')));
      child.send(answer);
    });
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    child.disconnect();
  }
}

async function measure(url: string, read: Read): Promise<Figure> {
  const answer = await takeAnswer(url, read);
  return besideBare(answer, async (bareUrl) => {
    await perSecond(url, read, WARM_SECONDS);
    await perSecond(bareUrl, read, WARM_SECONDS);
    const rates = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.ours.push(await perSecond(url, read, SECONDS));
      rates.bare.push(await perSecond(bareUrl, read, SECONDS));
    }
    return ratioFigure(
      `${read.what} from memory (${answer.body.length} bytes)`,
      { values: rates.ours, text: (value) => `${Math.round(value)} requests/s` },
      { values: rates.bare, text: (value) => `bare node:http ${Math.round(value)}/s` },
      { atLeast: 0.7 },
    );
  });
}

await bench('reads from memory', () =>
  inTempFolder(async (folder) => {
    const server = await startChildServer({ dataDir: folder });
    try {
      const figures: Figure[] = [];
      for (const read of READS) figures.push(await measure(server.url, read));
      return figures;
    } finally {
      await server.stop();
    }
  }));
