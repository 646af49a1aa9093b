import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, portsOf } from './free-port.ts';

/** Ports from here on are given to connections and to whoever listens on any (`ip_local_port_range`). */
const GIVEN_FROM = 32_768;

test('a free port is none that is given to others before it is used', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(new Set(ports).size).toBe(50);
  expect(ports.filter((port) => port >= GIVEN_FROM)).toEqual([]);
});

test('a port that somebody listens on is passed over, whenever its turn comes', async () => {
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => {
    taken.close();
  });
  const { count } = portsOf({ worker: process.env['VITEST_POOL_ID'], pid: process.pid });
  const given = await Promise.all(Array.from({ length: count }, () => freePort()));
  expect(given).not.toContain(port);
});

test('workers of one run have ports of their own, and other processes have none of those', () => {
  const workers = Array.from({ length: 16 }, (_, at) => portsOf({ worker: String(at + 1), pid: 7 }));
  const others = Array.from({ length: 28 }, (_, at) => portsOf({ worker: undefined, pid: 100 + at }));
  const ranges = [...workers, ...others].toSorted((a, b) => a.first - b.first);
  for (const [at, { first, count }] of ranges.entries())
    expect(first + count).toBeLessThanOrEqual(ranges[at + 1]?.first ?? GIVEN_FROM);
});
