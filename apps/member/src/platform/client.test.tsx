import { toastStore } from '@plimsoll/ui';
import { beforeEach, expect, test, vi } from 'vitest';
import { get, post } from './client.ts';
import { Refusal } from './envelope.ts';
import { navigate } from './router.tsx';
import { currentToken, enter, leave } from './session.ts';

/** Answers each call when the test says so, in the order of the sending. */
const answers: ((code: number, msg: string) => void)[] = [];
beforeEach(() => {
  answers.length = 0;
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.push((code, msg) => resolve(Response.json({ code, msg, data: null })));
    return promise;
  });
  enter('token-of-lea', 'lea', false);
  navigate('/freeze');
});

const answer = (at: number, code: number, msg = 'Log in again') => answers[at]?.(code, msg);
const refused = (call: Promise<unknown>) => expect(call).rejects.toBeInstanceOf(Refusal);
const toasts = () => toastStore.read().length;

test('of calls with one login the first that is refused ends it, once, and leads to the login', async () => {
  const before = toasts();
  const calls = [get('getusr'), get('getNoticeList')];
  answer(0, 401);
  answer(1, 401);
  await Promise.all(calls.map(refused));
  expect([currentToken(), location.pathname, toasts() - before]).toEqual([null, '/login', 1]);
});

test('while a call that ends the login is under way, no other leads away', async () => {
  const before = toasts();
  const last = post('freezeMe', {}, { isLast: true });
  const other = get('getusr');
  answer(1, 401);
  await refused(other);
  expect([currentToken(), location.pathname, toasts() - before]).toEqual(['token-of-lea', '/freeze', 0]);
  answer(0, 1);
  await last;
  const next = get('getusr');
  answer(2, 401);
  await refused(next);
  expect([currentToken(), location.pathname]).toEqual([null, '/login']);
});

test('a call that was to end the login and finds it over leads to the login', async () => {
  const last = post('freezeMe', {}, { isLast: true });
  answer(0, 401);
  await refused(last);
  expect([currentToken(), location.pathname]).toEqual([null, '/login']);
});

test('a call that only asks whether the login is over leaves the end to its caller, and meanwhile no other leads away', async () => {
  const before = toasts();
  const asks = get('getusr', {}, { isLast: 'asks' });
  const other = get('getNoticeList');
  answer(1, 401);
  answer(0, 401);
  await Promise.all([asks, other].map(refused));
  expect([currentToken(), location.pathname, toasts() - before]).toEqual(['token-of-lea', '/freeze', 0]);
});

test('what is still read after a logout leads nowhere, what a visitor submits leads to the login', async () => {
  leave();
  const read = get('getLiabilityProof', {}, { quiet: true });
  answer(0, 401);
  await refused(read);
  expect(location.pathname).toBe('/freeze');
  const act = post('setFavourite', { market: 1, on: 1 }, { announce: false });
  answer(1, 401);
  await refused(act);
  expect(location.pathname).toBe('/login');
});
