import { dismissToast, toastStore } from '@plimsoll/ui';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigate } from './router.tsx';
import { currentToken, endSession, enter } from './session.ts';
import { useSubmit } from './submit.ts';

type ToastMessage = ReturnType<typeof toastStore.read>[number];

/** The pauses of one attempt, together, and its tries (`sendUntilAnswered`). */
const PAUSES_MS = 15_000;
const TRIES = 5;

/** As long as the server keeps an answer under its key at least (WIRE 1.6). */
const DAY_MS = 86_400_000;

/** The keys that were sent, in order, and with which logins; how the server is reached, and whether it refuses. */
const keys: (string | null)[] = [];
const logins = new Set<string | null>();
let isCut = false;
let refuses: { readonly key: string | null; readonly reason: string } | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  keys.length = 0;
  logins.clear();
  isCut = false;
  sessionStorage.clear();
  refuses = undefined;
  vi.stubGlobal('fetch', (_path: string, { headers }: { readonly headers: Headers }) => {
    const key = headers.get('Idempotency-Key');
    keys.push(key);
    logins.add(headers.get('Token'));
    if (isCut) return Promise.reject(new TypeError('cut'));
    return Promise.resolve(
      Response.json(
        key === refuses?.key ? { code: 0, msg: 'Refused', reason: refuses.reason } : { code: 1, msg: '', data: {} },
      ),
    );
  });
  enter('token-of-lea', 'lea', false);
  navigate('/exchange');
});
afterEach(() => {
  vi.useRealTimers();
});

const FIRST = { amount: '10' };
const SECOND = { amount: '20' };
const questions = (): readonly ToastMessage[] => toastStore.read().filter(({ action }) => action !== undefined);

function drawn() {
  const places: boolean[] = [];
  const { result, unmount } = renderHook(() =>
    useSubmit('upbbbuy', { keyed: true, announce: false, onDone: (_answer, isHere) => places.push(isHere) }),
  );
  const send = (fields: Readonly<Record<string, string>>) =>
    act(async () => {
      const sent = result.current.submit(fields);
      await vi.advanceTimersByTimeAsync(PAUSES_MS);
      await sent;
    });
  /** Sends it, and no answer comes: the question whether to ask again. */
  const lose = async (fields: Readonly<Record<string, string>>): Promise<ToastMessage> => {
    isCut = true;
    await send(fields);
    isCut = false;
    const question = questions().at(-1);
    if (!question) throw new Error('nothing is asked');
    return question;
  };
  const askAgain = ({ action }: ToastMessage) =>
    act(async () => {
      action?.run();
      await vi.advanceTimersByTimeAsync(PAUSES_MS);
    });
  const submit = (fields: Readonly<Record<string, string>>) => result.current.submit(fields);
  return { send, submit, lose, askAgain, places, unmount };
}

test('what was sent again by the form, and is asked for again after that, is one request', async () => {
  const { send, lose, askAgain } = drawn();
  const question = await lose(FIRST);
  await send(FIRST);
  expect(questions()).toEqual([]);
  // The tap may have been on its way.
  await askAgain(question);
  expect(keys).toHaveLength(TRIES + 2);
  expect(new Set(keys).size).toBe(1);
});

test('what is asked for again after another submit is still the first request', async () => {
  const { send, lose, askAgain } = drawn();
  const question = await lose(FIRST);
  await send(SECOND);
  await askAgain(question);
  expect(keys.at(-1)).toBe(keys[0]);
  expect(keys[TRIES]).not.toBe(keys[0]);
  expect(questions()).toEqual([]);
});

test('of two that have no answer each is asked about, and each keeps its key', async () => {
  const { lose, askAgain } = drawn();
  const first = await lose(FIRST);
  const second = await lose(SECOND);
  expect(questions()).toEqual([first, second]);
  await askAgain(second);
  await askAgain(first);
  expect(keys.slice(-2)).toEqual([keys[TRIES], keys[0]]);
  expect(questions()).toEqual([]);
});

test('after an answer the same fields are a new request', async () => {
  const { send } = drawn();
  await send(FIRST);
  await send(FIRST);
  expect(new Set(keys).size).toBe(2);
});

test('an answer says whether the member is still on the page, or on it again', async () => {
  const { send, places } = drawn();
  await send(FIRST);
  const away = send(SECOND);
  navigate('/assets');
  await away;
  expect(places).toEqual([true, false]);
});

test('what has no answer is known when its page was left: it is asked about there again, and is the same request', async () => {
  const before = drawn();
  const question = await before.lose(FIRST);
  before.unmount();
  dismissToast(question.id);
  const { send, places } = drawn();
  expect(questions()).toHaveLength(1);
  await send(SECOND);
  await send(FIRST);
  expect(keys.at(-1)).toBe(keys[0]);
  expect(keys.at(-2)).not.toBe(keys[0]);
  expect([questions(), places]).toEqual([[], [true, true]]);
  await send(FIRST);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test('what is asked for again on another page does not lead away from there', async () => {
  const { lose, unmount, askAgain, places } = drawn();
  await lose(FIRST);
  unmount();
  navigate('/assets');
  drawn();
  const [question] = questions();
  if (!question) throw new Error('nothing is asked');
  await askAgain(question);
  expect([keys.at(-1), questions(), places]).toEqual([keys[0], [], [false]]);
});

test('what has no answer is known to its login alone', async () => {
  const { lose } = drawn();
  await lose(FIRST);
  endSession();
  expect(questions()).toEqual([]);
  enter('token-of-tom', 'tom', false);
  await drawn().send(FIRST);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test('what has no answer and is sent with another code is asked for first: it is done once', async () => {
  const { send, lose, places } = drawn();
  await lose({ ...FIRST, second: '111111' });
  await send({ ...FIRST, second: '222222' });
  expect(new Set(keys).size).toBe(1);
  expect(places).toEqual([true]);
  expect(questions()).toEqual([]);
  // Its outcome is known: the next is another.
  await send({ ...FIRST, second: '333333' });
  expect(new Set(keys).size).toBe(2);
});

test('what differs in more than the proof is another request, which waits for none', async () => {
  const { send, lose } = drawn();
  await lose({ ...FIRST, pay_img: 'one', second: '111111' });
  await send({ ...FIRST, pay_img: 'two', second: '222222' });
  expect(keys).toHaveLength(TRIES + 1);
  expect(new Set(keys).size).toBe(2);
  expect(questions()).toHaveLength(1);
});

test('what has no answer and never arrived is sent with the new code', async () => {
  const { send, lose, places } = drawn();
  await lose({ ...FIRST, second: '111111' });
  const [lost = null] = keys;
  refuses = { key: lost, reason: 'bad_second_factor' };
  await send({ ...FIRST, second: '222222' });
  expect(keys).toHaveLength(TRIES + 2);
  expect(keys.at(-2)).toBe(lost);
  expect(keys.at(-1)).not.toBe(lost);
  expect(places).toEqual([true]);
  expect(toastStore.read()).toEqual([]);
});

test('while what has no answer cannot be asked for, nothing is sent with a new code', async () => {
  const { lose } = drawn();
  await lose({ ...FIRST, second: '111111' });
  await lose({ ...FIRST, second: '222222' });
  expect(new Set(keys).size).toBe(1);
  expect(questions()).toHaveLength(1);
});

/** The page is loaded again: what it knew is gone, what is kept of the visit is not. */
async function reload() {
  vi.resetModules();
  const again = await import('./submit.ts');
  const { result } = renderHook(() => again.useSubmit('upbbbuy', { keyed: true, announce: false }));
  return (fields: Readonly<Record<string, string>>) =>
    act(async () => {
      const sent = result.current.submit(fields);
      await vi.advanceTimersByTimeAsync(PAUSES_MS);
      await sent;
    });
}

test('what has no answer is the same request after a reload, and another once it is answered', async () => {
  await drawn().lose(FIRST);
  const send = await reload();
  await send(FIRST);
  expect(keys).toHaveLength(TRIES + 1);
  expect(new Set(keys).size).toBe(1);
  await (
    await reload()
  )(FIRST);
  expect(new Set(keys).size).toBe(2);
});

test('after a reload no proof is left of what has no answer: it is asked for, and sent only if it never arrived', async () => {
  await drawn().lose({ ...FIRST, second: '111111' });
  expect(sessionStorage.getItem('open')).not.toContain('111111');
  const [lost = null] = keys;
  const send = await reload();
  refuses = { key: lost, reason: 'idempotency_conflict' };
  await send({ ...FIRST, second: '222222' });
  expect(keys).toHaveLength(TRIES + 1);
  // It has an answer that the lists show: the next is another.
  await send({ ...FIRST, second: '333333' });
  expect(keys.at(-1)).not.toBe(lost);
});

test('while it waits for its answer, the same fields of a later visit are the same request', async () => {
  isCut = true;
  const [earlier, later] = [drawn(), drawn()];
  await act(async () => {
    const both = [earlier.submit(FIRST), later.submit(FIRST)];
    await vi.advanceTimersByTimeAsync(PAUSES_MS);
    await Promise.all(both);
  });
  expect(keys).toHaveLength(2 * TRIES);
  expect(new Set(keys).size).toBe(1);
});

test('what waited for a connection for hours is asked about, and not sent by itself', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  isCut = true;
  const { submit, askAgain, places } = drawn();
  await act(async () => {
    const sent = submit(FIRST);
    await vi.advanceTimersByTimeAsync(0);
    online.mockReturnValue(false);
    await vi.advanceTimersByTimeAsync(DAY_MS / 8);
    online.mockRestore();
    isCut = false;
    dispatchEvent(new Event('online'));
    await sent;
  });
  expect(keys).toHaveLength(1);
  const [question] = questions();
  if (!question) throw new Error('nothing is asked');
  await askAgain(question);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect([questions(), places]).toEqual([[], [true]]);
});

test('what has no answer for a day is sent under its key no more when it is asked about', async () => {
  const { lose, askAgain, send } = drawn();
  const question = await lose(FIRST);
  vi.setSystemTime(Date.now() + DAY_MS);
  await askAgain(question);
  expect(keys).toHaveLength(TRIES);
  expect(toastStore.read().map(({ action }) => action)).toEqual([undefined]);
  await send(FIRST);
  expect(keys).toHaveLength(TRIES + 1);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test('what the form sends a day after the same had no answer is another request, which nothing asks about', async () => {
  const { lose, send } = drawn();
  await lose(FIRST);
  await lose({ ...SECOND, second: '111111' });
  vi.setSystemTime(Date.now() + DAY_MS);
  await send({ ...SECOND, second: '222222' });
  await send(FIRST);
  expect(keys).toHaveLength(2 * TRIES + 2);
  expect(new Set(keys).size).toBe(4);
  expect(questions()).toEqual([]);
});

test('the day of what has no answer begins when it was first sent, also after a reload', async () => {
  const { lose, askAgain } = drawn();
  const question = await lose(FIRST);
  vi.setSystemTime(Date.now() + DAY_MS / 2);
  isCut = true;
  await askAgain(question);
  isCut = false;
  expect(new Set(keys).size).toBe(1);
  vi.setSystemTime(Date.now() + DAY_MS / 2);
  await (
    await reload()
  )(FIRST);
  expect(new Set(keys).size).toBe(2);
});

test('what has no answer yet is not sent again under another login', async () => {
  isCut = true;
  const { submit, places } = drawn();
  await act(async () => {
    const sent = submit(FIRST);
    await vi.advanceTimersByTimeAsync(0);
    endSession();
    enter('token-of-tom', 'tom', false);
    isCut = false;
    await vi.advanceTimersByTimeAsync(PAUSES_MS);
    await sent;
  });
  expect([...logins]).toEqual(['token-of-lea']);
  expect([places, toastStore.read()]).toEqual([[], []]);
  expect([currentToken(), location.pathname]).toEqual(['token-of-tom', '/exchange']);
});

test('after a reload as another member nothing is known of what the one before had no answer for', async () => {
  await drawn().lose(FIRST);
  // What the tab kept of its visit outlasts it; which member is remembered another tab has changed.
  sessionStorage.setItem('token', 'token-of-tom');
  await (
    await reload()
  )(FIRST);
  expect(keys).toHaveLength(TRIES + 1);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test('another form of the same call asks no question again that is open', async () => {
  const question = await drawn().lose(FIRST);
  drawn();
  expect(questions()).toEqual([question]);
});
