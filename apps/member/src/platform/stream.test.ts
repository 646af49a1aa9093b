import { expect, test } from 'vitest';
import { createStream, unpackFrame } from './stream.ts';

class FakeSocket extends EventTarget {
  readyState = 0;
  binaryType = 'blob';
  readonly sent: string[] = [];
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function setUp() {
  const sockets: FakeSocket[] = [];
  const waiting: { ms: number; task: () => void }[] = [];
  const stream = createStream({
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    after(ms, task) {
      const entry = { ms, task };
      waiting.push(entry);
      return () => {
        if (waiting.includes(entry)) waiting.splice(waiting.indexOf(entry), 1);
      };
    },
    unpack: unpackFrame,
  });
  return { stream, sockets, waiting };
}

const gzip = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
const bar = (close: number) => ({
  symbol: 'btcusdt',
  resolution: '1',
  ts: 1,
  tick: { id: 60, open: 1, high: 9, low: 1, close, vol: 2 },
});
function received(count: number) {
  const closes: number[] = [];
  let done: () => void;
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  return {
    closes,
    all,
    listen: ({ tick }: { tick: { close: number } }) => {
      closes.push(tick.close);
      if (closes.length === count) done();
    },
  };
}

test('a key is subscribed when the socket opens, and unsubscribed after its last listener', () => {
  const { stream, sockets } = setUp();
  const stopA = stream.subscribe('btcusdt_1', () => {});
  const stopB = stream.subscribe('btcusdt_1', () => {});
  const stopC = stream.subscribe('ethusdt_1', () => {});
  expect(sockets).toHaveLength(1);
  sockets[0]?.open();
  expect(sockets[0]?.sent).toEqual(['{"sub":"btcusdt_1"}', '{"sub":"ethusdt_1"}']);
  stopA();
  expect(sockets[0]?.sent).toHaveLength(2);
  stopB();
  expect(sockets[0]?.sent.at(-1)).toBe('{"unsub":"btcusdt_1"}');
  stopC();
  expect(sockets[0]?.readyState).toBe(3);
});

test('gzip and text frames are received in order', async () => {
  const { stream, sockets } = setUp();
  const { closes, all, listen } = received(3);
  stream.subscribe('btcusdt_1', listen);
  sockets[0]?.open();
  sockets[0]?.say(await gzip(JSON.stringify(bar(1))));
  sockets[0]?.say(JSON.stringify(bar(2)));
  sockets[0]?.say('not json');
  sockets[0]?.say(JSON.stringify(bar(3)));
  await all;
  expect(closes).toEqual([1, 2, 3]);
});

test.each([
  ['as text', async (text: string) => text],
  ['compressed', gzip],
])('ping %s is answered with pong', async (_how, packed) => {
  const { stream, sockets } = setUp();
  const { all, listen } = received(1);
  stream.subscribe('btcusdt_1', listen);
  sockets[0]?.open();
  sockets[0]?.say(await packed('ping'));
  sockets[0]?.say(JSON.stringify(bar(1)));
  await all;
  expect(sockets[0]?.sent).toContain('pong');
});

test('a broken socket is opened again after three seconds, with every key', () => {
  const { stream, sockets, waiting } = setUp();
  stream.subscribe('btcusdt_1', () => {});
  sockets[0]?.open();
  sockets[0]?.close();
  expect(waiting.map((each) => each.ms)).toEqual([3000]);
  waiting[0]?.task();
  sockets[1]?.open();
  expect(sockets[1]?.sent).toEqual(['{"sub":"btcusdt_1"}']);
});

test('without listeners the socket is not opened again', () => {
  const { stream, sockets, waiting } = setUp();
  const stop = stream.subscribe('btcusdt_1', () => {});
  sockets[0]?.open();
  sockets[0]?.close();
  stop();
  expect(waiting).toHaveLength(0);
  expect(sockets).toHaveLength(1);
});

test('listeners of a break are called when the socket is open again, not at its first opening', () => {
  const { stream, sockets, waiting } = setUp();
  let resumed = 0;
  const stop = stream.onResume(() => {
    resumed += 1;
  });
  stream.subscribe('btcusdt_1', () => {});
  sockets[0]?.open();
  expect(resumed).toBe(0);
  sockets[0]?.close();
  waiting[0]?.task();
  expect(resumed).toBe(0);
  sockets[1]?.open();
  expect(resumed).toBe(1);
  stop();
  sockets[1]?.close();
  waiting[1]?.task();
  sockets[2]?.open();
  expect(resumed).toBe(1);
});

test('marks and bars of one market differ by their keys', async () => {
  const { stream, sockets } = setUp();
  const { closes, all, listen } = received(1);
  const prices: string[] = [];
  stream.subscribe('btcusdt_mark', ({ mark }) => {
    prices.push(mark.price);
  });
  stream.subscribe('btcusdt_1', listen);
  sockets[0]?.open();
  sockets[0]?.say(JSON.stringify({ symbol: 'btcusdt', mark: { seq: 1, price: '100.10000000', sources: 3 }, ts: 1 }));
  sockets[0]?.say(JSON.stringify(bar(2)));
  await all;
  expect([prices, closes]).toEqual([['100.10000000'], [2]]);
});

test('a socket on which nothing comes for forty seconds is replaced, though it never closed', async () => {
  const { stream, sockets, waiting } = setUp();
  const { closes, all, listen } = received(1);
  stream.subscribe('btcusdt_1', listen);
  let resumed = 0;
  stream.onResume(() => {
    resumed += 1;
  });
  const [first] = sockets;
  first?.open();
  first?.say(await gzip('ping'));
  expect(waiting.map(({ ms }) => ms)).toEqual([40_000]);
  // The network swallows its close.
  if (first) first.close = () => undefined;
  waiting.shift()?.task();
  expect(waiting.map(({ ms }) => ms)).toEqual([3000]);
  waiting.shift()?.task();
  const [, second] = sockets;
  second?.open();
  expect(resumed).toBe(1);
  first?.say(await gzip(JSON.stringify(bar(1))));
  second?.say(await gzip(JSON.stringify(bar(2))));
  await all;
  expect(closes).toEqual([2]);
});
