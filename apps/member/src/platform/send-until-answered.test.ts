import { expect, test, vi } from 'vitest';
import { Lost, Refusal } from './envelope.ts';
import { sendUntilAnswered } from './send-until-answered.ts';

function losing(times: number, last: () => unknown, kind: 'cut' | 'timeout' = 'cut') {
  const send = vi.fn<() => Promise<unknown>>(async () => {
    if (send.mock.calls.length <= times) throw new Lost(kind);
    return last();
  });
  return send;
}
const parts = (send: () => Promise<unknown>) => {
  const pauses: number[] = [];
  const onLost = vi.fn<() => void>();
  return {
    send,
    onLost,
    pauses,
    pause: async (ms: number) => {
      pauses.push(ms);
    },
  };
};

test('a first answer is the only request', async () => {
  const run = parts(losing(0, () => 'done'));
  await expect(sendUntilAnswered(run)).resolves.toBe('done');
  expect(run.send).toHaveBeenCalledTimes(1);
  expect(run.onLost).not.toHaveBeenCalled();
});

test('a lost answer is asked for again until it comes, and the loss is reported once', async () => {
  const run = parts(losing(3, () => 'done', 'timeout'));
  await expect(sendUntilAnswered(run)).resolves.toBe('done');
  expect(run.send).toHaveBeenCalledTimes(4);
  expect(run.pauses).toEqual([1000, 2000, 4000]);
  expect(run.onLost).toHaveBeenCalledTimes(1);
});

test('a refusal after a lost answer is the definite answer', async () => {
  const run = parts(
    losing(1, () => {
      throw new Refusal(0, 'no', 'insufficient_balance');
    }),
  );
  await expect(sendUntilAnswered(run)).rejects.toMatchObject({ reason: 'insufficient_balance' });
  expect(run.send).toHaveBeenCalledTimes(2);
});

test('after all pauses the outcome stays unknown', async () => {
  const run = parts(losing(99, () => 'never'));
  await expect(sendUntilAnswered(run)).rejects.toBeInstanceOf(Lost);
  expect(run.send).toHaveBeenCalledTimes(5);
});

test('what was never sent is not asked for again', async () => {
  const run = parts(
    vi.fn<() => Promise<unknown>>(async () => {
      throw new Lost('unsent');
    }),
  );
  await expect(sendUntilAnswered(run)).rejects.toMatchObject({ kind: 'unsent' });
  expect(run.send).toHaveBeenCalledTimes(1);
  expect(run.onLost).not.toHaveBeenCalled();
});

test('a connection that goes while the server is being asked does not end the asking', async () => {
  const send = vi.fn<() => Promise<unknown>>(async () => {
    if (send.mock.calls.length === 1) throw new Lost('cut');
    if (send.mock.calls.length === 2) throw new Lost('unsent');
    return 'done';
  });
  await expect(sendUntilAnswered(parts(send))).resolves.toBe('done');
});
