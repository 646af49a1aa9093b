import { gunzipSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { ask } from '../../../apps/server/src/testing/api-client.ts';
import type { Ground } from './ground.ts';

export const STREAMS = 40;
const AGAIN_AFTER_MS = 1_000;
const READ_EVERY_MS = 250;
/** More than the frame that news are unavailable has. */
const UNAVAILABLE_BYTES = 100;

/** What a busy screen asks for again and again. */
const READS = [
  ['getUserBalanceList', {}],
  ['tradegetOrderList', { page: '1' }],
  ['getHyOrderList', { status: '2' }],
  ['getBillList', { type: '1' }],
  ['getMarketList', {}],
  ['getPortfolio', { range: 'day' }],
  ['getHyStats', { days: '7' }],
] as const;

/**
 * Members who only look: open streams of prices and of their own news at the first server, opened again when they end,
 * and screens that read lists.
 */
export class Readers {
  readonly #ground: Ground;
  readonly #open = new Set<WebSocket>();
  readonly #reading: NodeJS.Timeout;
  #isOver = false;
  #turn = 0;
  frames = 0;
  answers = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
    for (let place = 0; place < STREAMS; place += 1) void this.#listen(place);
    this.#reading = setInterval(() => void this.#read(), READ_EVERY_MS);
  }

  stop(): void {
    this.#isOver = true;
    clearInterval(this.#reading);
    for (const socket of this.#open) socket.terminate();
  }

  async #listen(place: number): Promise<void> {
    const { target, records } = this.#ground;
    const token = records[place % records.length]?.token;
    const socket = new WebSocket(`${(await target.url()).replace('http', 'ws')}/stream`);
    this.#open.add(socket);
    socket.on('open', () => {
      for (const sub of ['btcusdt_1', 'btcusdt_mark', 'ethusdt_1']) socket.send(JSON.stringify({ sub }));
      socket.send(JSON.stringify({ login: token }));
    });
    socket.on('message', (frame: Buffer) => {
      this.frames += 1;
      // News end where one may have been missed.
      if (frame.length < UNAVAILABLE_BYTES && String(gunzipSync(frame)).includes('"unavailable"'))
        setTimeout(() => socket.send(JSON.stringify({ login: token }), () => {}), AGAIN_AFTER_MS);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#open.delete(socket);
      if (!this.#isOver) setTimeout(() => void this.#listen(place), AGAIN_AFTER_MS);
    });
  }

  async #read(): Promise<void> {
    const { target, records } = this.#ground;
    const [name, fields] = READS[(this.#turn += 1) % READS.length] ?? READS[0];
    const token = records[this.#turn % records.length]?.token ?? '';
    const answer = await ask(await target.url(), name, fields, { token }).catch(() => undefined);
    if (answer?.code === 1) this.answers += 1;
  }
}
