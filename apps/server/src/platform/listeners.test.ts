import { expect, test } from 'vitest';
import { callBack, listenerFailures, Listeners } from './listeners.ts';

const logOf = () => {
  const lines: [object, string][] = [];
  return { lines, error: (details: object, message: string) => void lines.push([details, message]) };
};

test('an error of a listener is logged and counted, and the others are called', () => {
  const log = logOf();
  const listeners = new Listeners<number>('test.event', log);
  const fault = new Error('a listener of the test');
  const received: number[] = [];
  listeners.add(() => {
    throw fault;
  });
  const end = listeners.add((news) => received.push(news));
  const failures = listenerFailures();
  listeners.notify(1);
  end();
  listeners.notify(2);
  expect(received).toEqual([1]);
  expect(listenerFailures()).toBe(failures + 2);
  expect(log.lines).toEqual(Array.from({ length: 2 }, () => [{ err: fault, event: 'test.event' }, 'listener failed']));
});

test('callBack answers whether the listener threw', () => {
  expect(callBack('test.event', undefined, () => {})).toBe(true);
  expect(
    callBack('test.event', undefined, () => {
      throw new Error('a callback of the test');
    }),
  ).toBe(false);
});
