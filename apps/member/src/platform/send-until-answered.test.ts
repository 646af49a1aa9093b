import { afterEach, expect, test, vi } from 'vitest';
import { Lost, Refusal } from './envelope.ts';
import { sendUntilAnswered } from './send-until-answered.ts';

afterEach(() => {
  vi.useRealTimers();
});

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
    wasSent: false,
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

test.each([
  ['a pause of hours', [3_600_000], 1],
  ['slow answers', [19_000, 19_000, 19_000, 19_000], 4],
] as const)('a minute after the first request nothing is sent again: %s', async (_why, waits, tries) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const run = parts(losing(99, () => 'never'));
  const left = [...waits];
  const pause = async () => {
    vi.setSystemTime(Date.now() + (left.shift() ?? 0));
  };
  await expect(sendUntilAnswered({ ...run, pause })).rejects.toMatchObject({ kind: 'cut' });
  expect(run.send).toHaveBeenCalledTimes(tries);
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

/** Answers with the codes, then with success. */
const answering = (...codes: number[]) => {
  const left = [...codes];
  return vi.fn<() => Promise<unknown>>(async () => {
    const code = left.shift();
    if (code !== undefined) throw new Refusal(code, 'Try again');
    return 'done';
  });
};

test.each([500, 502, 503])('an answer of %i leaves open whether it is done, and is asked for again', async (code) => {
  await expect(sendUntilAnswered(parts(answering(code, code)))).resolves.toBe('done');
  await expect(sendUntilAnswered(parts(answering(...Array<number>(9).fill(code))))).rejects.toMatchObject({
    name: 'Lost',
    kind: 'cut',
  });
});

test('too many requests decide only about what was not sent before', async () => {
  await expect(sendUntilAnswered(parts(answering(429)))).rejects.toMatchObject({ code: 429 });
  await expect(sendUntilAnswered(parts(answering(503, 429)))).resolves.toBe('done');
  await expect(sendUntilAnswered({ ...parts(answering(429)), wasSent: true })).resolves.toBe('done');
});

test('what was sent and cannot be asked for at the end is unknown, not unsent', async () => {
  const send = vi.fn<() => Promise<unknown>>(async () => {
    throw new Lost(send.mock.calls.length === 1 ? 'timeout' : 'unsent');
  });
  await expect(sendUntilAnswered(parts(send))).rejects.toMatchObject({ kind: 'cut' });
});
