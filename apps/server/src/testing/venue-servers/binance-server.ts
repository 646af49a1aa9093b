import { z } from 'zod';
import type { WebSocket } from 'ws';
import { changesOf, text, VenueServer, type VenueBook } from './venue-server.ts';

/** What a client may send. */
const MESSAGE = z.object({ method: z.string(), params: z.array(z.string()), id: z.number() });

const PERIODS: Readonly<Record<string, string>> = { '1m': '1min', '5m': '5min', '1h': '60min', '1d': '1day' };
const idOf = (title: string): string => title.replace('/', '');

/** Binance's dialect: a book is a snapshot over REST and numbered changes over the stream. */
export class BinanceServer extends VenueServer {
  readonly #books = new Map<string, { number: number; book: VenueBook }>();
  #trades = 0;

  get wsUrl(): string {
    return `${this.url.replace('http', 'ws')}/stream/ws`;
  }

  book(title: string, book: VenueBook, atMs: number): void {
    const before = this.#bookOf(title);
    const first = before.number + 1;
    this.#books.set(title, { number: first + 1, book });
    this.push(`${idOf(title).toLowerCase()}@depth@100ms`, {
      e: 'depthUpdate',
      E: atMs,
      s: idOf(title),
      U: first,
      u: first + 1,
      b: text(changesOf(before.book.bids, book.bids)),
      a: text(changesOf(before.book.asks, book.asks)),
    });
  }

  lose(title: string, book: VenueBook): void {
    this.#books.set(title, { number: this.#bookOf(title).number + 2, book });
  }

  trade(title: string, price: number, size: number, atMs: number): void {
    this.#trades += 1;
    this.push(`${idOf(title).toLowerCase()}@trade`, {
      e: 'trade',
      E: atMs,
      s: idOf(title),
      t: this.#trades,
      p: String(price),
      q: String(size),
      T: atMs,
      m: false,
      M: true,
    });
  }

  protected listen(socket: WebSocket, text: string): void {
    const { method, params, id } = MESSAGE.parse(JSON.parse(text));
    for (const stream of params) {
      if (method === 'SUBSCRIBE') this.subscribe(socket, stream);
      else this.unsubscribe(socket, stream);
    }
    socket.send(JSON.stringify({ result: null, id }));
  }

  protected rest(path: string, query: URLSearchParams): unknown {
    const title = [...this.titles].find((each) => idOf(each) === query.get('symbol')) ?? '';
    switch (path) {
      case '/api/v3/exchangeInfo':
        return {
          timezone: 'UTC',
          serverTime: 0,
          rateLimits: [],
          exchangeFilters: [],
          symbols: [...this.titles].map((each) => this.#symbol(each)),
        };
      case '/api/v3/depth': {
        const { number, book } = this.#bookOf(title);
        return { lastUpdateId: number, bids: text(book.bids), asks: text(book.asks) };
      }
      case '/api/v3/klines':
        return this.#klines(title, query);
      default:
        return undefined;
    }
  }

  #bookOf(title: string) {
    return this.#books.get(title) ?? { number: 1_000, book: { bids: [], asks: [] } };
  }

  #symbol(title: string): object {
    const [baseAsset, quoteAsset] = title.split('/');
    return {
      symbol: idOf(title),
      status: 'TRADING',
      baseAsset,
      baseAssetPrecision: 8,
      quoteAsset,
      quotePrecision: 8,
      quoteAssetPrecision: 8,
      orderTypes: ['LIMIT', 'MARKET'],
      isSpotTradingAllowed: true,
      isMarginTradingAllowed: true,
      permissions: [],
      permissionSets: [['SPOT', 'MARGIN']],
      filters: [
        { filterType: 'PRICE_FILTER', minPrice: '0.01000000', maxPrice: '1000000.00000000', tickSize: '0.01000000' },
        { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
      ],
    };
  }

  #klines(title: string, query: URLSearchParams): unknown[] {
    const [from, to, limit] = [
      Number(query.get('startTime')),
      Number(query.get('endTime')),
      Number(query.get('limit')),
    ];
    const bars = this.bars.get(`${title}/${PERIODS[query.get('interval') ?? '']}`) ?? [];
    return bars
      .filter(({ startMs }) => startMs >= from && startMs <= to)
      .slice(0, limit)
      .map((bar) => {
        const [open, high, low, close, amount, vol] = [bar.open, bar.high, bar.low, bar.close, bar.amount, bar.vol].map(
          String,
        );
        return [bar.startMs, open, high, low, close, amount, bar.startMs + 1, vol, bar.count, '0', '0', '0'];
      });
  }
}
