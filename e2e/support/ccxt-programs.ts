import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ExchangeNotAvailable } from 'ccxt';
import { vi } from 'vitest';
import { obtain, PASSWORD, registerFunded } from '../../apps/server/src/testing/api-client.ts';
import { startChildServer, type ChildServer } from '../../apps/server/src/testing/child-server.ts';
import type { Received } from './ccxt-private.ts';
import { openCcxt } from './ccxt.ts';
import { writeFeedFile } from './feed-file.ts';

export const SYMBOL = 'BTC/USDT';
export const MARKET = 'btcusdt';
/** Of the server and its programs. */
export const STARTING_MS = 120_000;
const ASK_AGAIN_MS = 100;

/** A program. */
export type Exchange = Awaited<ReturnType<typeof openCcxt>>;
type Made = { readonly apiKey: string; readonly secret: string };
type Side = 'buy' | 'sell';
type Params = Readonly<Record<string, unknown>>;
type Placed = Promise<{ readonly id: string }>;

/** A server, and programs of one member by keys of theirs. */
export interface Programs {
  readonly server: ChildServer;
  readonly token: string;
  /** A program whose key may trade. */
  readonly exchange: Exchange;
  /** What `exchange` was sent. */
  readonly received: Received;
  readonly price: number;
  readonly keyOf: (fields: Readonly<Record<string, string>>) => Promise<Made>;
  /** Opens another program, for `host` if given. */
  readonly open: (made: Made, host?: string) => Promise<Exchange>;
  /** Far below the price: it rests. */
  readonly low: () => number;
  /** Far above, within the band: it is filled at once. */
  readonly high: () => number;
  /** Places an order; its id. */
  readonly placeOn: (on: Exchange, type: string, side: Side, amount: number, at?: number, params?: Params) => Placed;
  readonly place: (type: string, side: Side, amount: number, at?: number, params?: Params) => Placed;
  readonly stateOf: (id: string) => Promise<string>;
  /** Has something ended with all. */
  readonly atEnd: (end: () => unknown) => void;
  readonly close: () => Promise<void>;
}

/** Asks again while a busy machine lacks a fresh price for a moment. */
export async function onceFresh<T>(send: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ExchangeNotAvailable)) throw error;
      await delay(ASK_AGAIN_MS);
    }
}

/** A program whose orders wait for a fresh price. */
async function openPatient(url: string, options: Made & { readonly host?: string }): Promise<Exchange> {
  const program = await openCcxt(url, options);
  const send = program.createOrder.bind(program);
  program.createOrder = (...order: Parameters<typeof send>) => onceFresh(() => send(...order));
  return program;
}

const SIMULATED = { FEED: 'simulated', FEED_RATE: '1', FEED_SEED: 'ccxt' };
function replaying(
  folder: string,
  market: { readonly minutes: number; readonly price: number },
): Readonly<Record<string, string>> {
  const path = join(folder, 'market.csv');
  writeFeedFile(path, { ...market, range: 20 });
  return { FEED: 'replay', FEED_FILE: path, FEED_SPEED: '60', FEED_SEED: 'ccxt' };
}

/** Starts a server and opens {@link Programs} of a member. With `replayed` its feed is silent from that market's end on. */
export async function openPrograms(replayed?: { readonly minutes: number; readonly price: number }): Promise<Programs> {
  const opened: (() => unknown)[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-ccxt-private-'));
  opened.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startChildServer({ dataDir, env: replayed ? replaying(dataDir, replayed) : SIMULATED });
  opened.push(() => server.stop());
  const token = await registerFunded(server.url, 'program@quay.example');
  const keyOf: Programs['keyOf'] = async (fields) => {
    const named = { name: 'of this test', password: PASSWORD, ...fields };
    const { access, secret } = await obtain(server.url, 'makeKey', named, { token });
    return { apiKey: access, secret: secret ?? '' };
  };
  const open: Programs['open'] = async (made, host) => {
    const program = await openPatient(server.url, host === undefined ? made : { ...made, host });
    opened.push(() => program.close());
    await program.loadMarkets();
    return program;
  };
  const exchange = await open(await keyOf({ trade: '1' }));
  // Before the first connection, which takes the method as it is then.
  const received = vi.spyOn(exchange, 'handleMessage');
  const price = (await exchange.fetchTicker(SYMBOL)).last ?? 0;
  const placeOn: Programs['placeOn'] = async (on, type, side, amount, at, params = {}) => ({
    id: String((await on.createOrder(SYMBOL, type, side, amount, at, params)).id),
  });
  return {
    server,
    token,
    exchange,
    received,
    price,
    keyOf,
    open,
    low: () => Math.round(price * 0.6),
    high: () => Math.round(price * 1.05),
    placeOn,
    place: (...order) => placeOn(exchange, ...order),
    stateOf: async (id) => String((await exchange.fetchOrder(id, SYMBOL)).info.state),
    atEnd: (end) => void opened.push(end),
    async close() {
      for (const end of opened.toReversed()) await end();
    },
  };
}
