import { expect, test, vi } from 'vitest';
import { ManualClock } from './clock.ts';
import { Ends } from './ends.ts';

const NEVER = new Promise<void>(() => {});

function open() {
  const clock = new ManualClock(0);
  const ends = new Ends();
  const did: string[] = [];
  const logged: object[] = [];
  return {
    clock,
    ends,
    did,
    logged,
    close: () =>
      ends.close({
        clock,
        log: { error: (details, message) => logged.push({ ...details, message }) },
        leaveAtMs: 800,
        leave: () => void did.push('leave'),
        overAtMs: 900,
      }),
  };
}
/** Lets what is ready go on. */
const turn = () => new Promise(setImmediate);

test('what was opened last ends first, each before the next begins to end', async () => {
  const { ends, did, close, logged } = open();
  for (const what of ['a', 'b', 'c'])
    ends.push(what, async () => {
      did.push(`${what} begins`);
      await turn();
      did.push(`${what} ended`);
    });
  await close();
  expect(did).toEqual(['c begins', 'c ended', 'b begins', 'b ended', 'a begins', 'a ended']);
  expect(logged).toEqual([]);
  did.length = 0;
  await close();
  expect(did).toEqual([]);
});

test('what waits for the database goes on when its time is over, and what still does not end holds up nothing behind it', async () => {
  const { clock, ends, did, close, logged } = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  ends.push('last', () => void did.push('last'));
  ends.push('hangs', () => NEVER);
  ends.push('waits', () => promise);
  const closed = close();
  await turn();
  clock.advance(800);
  expect(did).toEqual(['leave']);
  resolve();
  await turn();
  clock.advance(99);
  await turn();
  expect(did).toEqual(['leave']);
  clock.advance(1);
  await closed;
  expect(did).toEqual(['leave', 'last']);
  expect(logged).toMatchObject([{ what: 'hangs' }]);
});

test('what others continue takes half of the time that is left, and says what of it lasts', async () => {
  const { clock, ends, did, close, logged } = open();
  ends.push('needed', () => void did.push('needed'));
  ends.push(
    () => 'one of many',
    () => NEVER,
    'half',
  );
  clock.advance(200);
  const closed = close();
  await turn();
  clock.advance(299);
  await turn();
  expect(did).toEqual([]);
  clock.advance(1);
  await closed;
  expect(did).toEqual(['needed']);
  expect(logged).toMatchObject([{ what: 'one of many' }]);
});

test('what fails holds up nothing and is thrown at the end, unless it was given up', async () => {
  const first = open();
  const failure = new Error('of the test');
  first.ends.push('rest', () => void first.did.push('rest'));
  first.ends.push('fails', () => Promise.reject(failure));
  await expect(first.close()).rejects.toBe(failure);
  expect(first.did).toEqual(['rest']);

  const second = open();
  const { promise, reject } = Promise.withResolvers<void>();
  second.ends.push('given up', () => promise);
  const closed = second.close();
  await turn();
  second.clock.advance(800);
  reject(failure);
  await closed;
  expect(second.logged).toMatchObject([{ what: 'given up', err: failure }]);
});

test('an end that comes in time leaves nothing behind', async () => {
  const { clock, ends, close, did } = open();
  const ended = vi.fn<() => void>();
  ends.push('quick', ended);
  await close();
  clock.advance(10_000);
  expect(ended).toHaveBeenCalledOnce();
  expect(did).toEqual([]);
});
