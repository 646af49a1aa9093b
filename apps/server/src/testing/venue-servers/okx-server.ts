import { z } from 'zod';
import { crc32 } from 'node:zlib';
import type { WebSocket } from 'ws';
import { changesOf, text, VenueServer, type VenueBook, type VenueLevel } from './venue-server.ts';

/** What a client may send. */
const MESSAGE = z.object({
  op: z.string(),
  args: z.array(z.object({ channel: z.string(), instId: z.string() })),
});

const PERIODS: Readonly<Record<string, string>> = { '1m': '1min', '5m': '5min', '1H': '60min', '1D': '1day' };
/** Levels of a side that the checksum covers. */
const CHECKED = 25;
const idOf = (title: string): string => title.replace('/', '-');
const rows = (levels: readonly VenueLevel[]): string[][] => text(levels).map((level) => [...level, '0', '1']);

/** OKX's checksum of a book: CRC-32, signed, over bids and asks in turns. */
function checksumOf({ bids, asks }: VenueBook): number {
  const [bidTexts, askTexts] = [text(bids.slice(0, CHECKED)), text(asks.slice(0, CHECKED))];
  const turns = Array.from({ length: CHECKED }, (_each, index) =>
    [bidTexts[index], askTexts[index]].flatMap((level) => level ?? []),
  );
  return crc32(turns.flat().join(':')) | 0;
}

/** OKX's dialect: a book is a snapshot and changes over the stream, each naming the one before it, with a checksum. */
export class OkxServer extends VenueServer {
  readonly #books = new Map<string, { number: number; atMs: number; book: VenueBook }>();
  #trades = 0;

  get wsUrl(): string {
    return `${this.url.replace('http', 'ws')}/ws/v5`;
  }

  book(title: string, book: VenueBook, atMs: number): void {
    const before = this.#bookOf(title);
    const seqId = before.number + 7;
    this.#books.set(title, { number: seqId, atMs, book });
    const arg = { channel: 'books', instId: idOf(title) };
    this.push(`books:${idOf(title)}`, {
      arg,
      action: 'update',
      data: [
        {
          asks: rows(changesOf(before.book.asks, book.asks)),
          bids: rows(changesOf(before.book.bids, book.bids)),
          ts: String(atMs),
          checksum: checksumOf(book),
          prevSeqId: before.number,
          seqId,
        },
      ],
    });
  }

  lose(title: string, book: VenueBook, atMs: number): void {
    this.#books.set(title, { number: this.#bookOf(title).number + 7, atMs, book });
  }

  trade(title: string, price: number, size: number, atMs: number): void {
    this.#trades += 1;
    this.push(`trades:${idOf(title)}`, {
      arg: { channel: 'trades', instId: idOf(title) },
      data: [
        {
          instId: idOf(title),
          tradeId: String(this.#trades),
          px: String(price),
          sz: String(size),
          side: 'buy',
          ts: String(atMs),
          count: '1',
        },
      ],
    });
  }

  protected listen(socket: WebSocket, text: string): void {
    if (text === 'ping') return socket.send('pong');
    const { op, args } = MESSAGE.parse(JSON.parse(text));
    for (const arg of args) {
      const stream = `${arg.channel}:${arg.instId}`;
      const title = arg.instId.replace('-', '/');
      if (!this.titles.has(title)) {
        socket.send(
          JSON.stringify({
            event: 'error',
            code: '60018',
            msg: `channel:${arg.channel},instId:${arg.instId} doesn't exist`,
            connId: 'a4d3ae55',
          }),
        );
      } else if (op === 'subscribe') {
        this.subscribe(socket, stream);
        socket.send(JSON.stringify({ event: 'subscribe', arg, connId: 'a4d3ae55' }));
        if (arg.channel === 'books') this.#sendWhole(socket, title);
      } else {
        this.unsubscribe(socket, stream);
        socket.send(JSON.stringify({ event: 'unsubscribe', arg, connId: 'a4d3ae55' }));
      }
    }
  }

  protected rest(path: string, query: URLSearchParams): unknown {
    switch (path) {
      case '/api/v5/public/instruments':
        return { code: '0', msg: '', data: [...this.titles].map((each) => this.#instrument(each)) };
      // Those of now and shortly before; older ones are kept elsewhere.
      case '/api/v5/market/candles':
        return { code: '0', msg: '', data: this.#candles(query, -1440) };
      case '/api/v5/market/history-candles':
        return { code: '0', msg: '', data: this.#candles(query, 0) };
      default:
        return undefined;
    }
  }

  #bookOf(title: string) {
    return this.#books.get(title) ?? { number: 1_000, atMs: 0, book: { bids: [], asks: [] } };
  }

  #sendWhole(socket: WebSocket, title: string): void {
    const { number, atMs, book } = this.#bookOf(title);
    const whole = {
      asks: rows(book.asks),
      bids: rows(book.bids),
      ts: String(atMs),
      checksum: checksumOf(book),
      prevSeqId: -1,
      seqId: number,
    };
    socket.send(JSON.stringify({ arg: { channel: 'books', instId: idOf(title) }, action: 'snapshot', data: [whole] }));
  }

  #instrument(title: string): object {
    const [baseCcy, quoteCcy] = title.split('/');
    return {
      instId: idOf(title),
      instType: 'SPOT',
      baseCcy,
      quoteCcy,
      state: 'live',
      tickSz: '0.1',
      lotSz: '0.00000001',
      minSz: '0.00001',
      maxLmtSz: '9999999999',
      ctMult: '',
      ctType: '',
      ctVal: '',
      ctValCcy: '',
      expTime: '',
      instFamily: '',
      lever: '10',
      listTime: '1548133413000',
      optType: '',
      settleCcy: '',
      stk: '',
      uly: '',
      alias: '',
      category: '1',
    };
  }

  #candles(query: URLSearchParams, newest: number): string[][] {
    const bars = this.bars.get(`${query.get('instId')?.replace('-', '/')}/${PERIODS[query.get('bar') ?? '']}`) ?? [];
    return bars
      .slice(newest)
      .filter(({ startMs }) => startMs < Number(query.get('after')))
      .slice(-Number(query.get('limit')))
      .toReversed()
      .map((bar) => [bar.startMs, bar.open, bar.high, bar.low, bar.close, bar.amount, bar.vol, bar.vol, 1].map(String));
  }
}
