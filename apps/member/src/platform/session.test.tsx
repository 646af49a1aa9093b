import { beforeEach, expect, test, vi } from 'vitest';

/** What a tab knows after it was loaded: tabs share what is remembered, and have a visit of their own. */
async function load() {
  vi.resetModules();
  return import('./session.ts');
}
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('a tab that logged in for this visit is its member’s after a reload, whoever another tab remembers', async () => {
  const tab = await load();
  tab.enter('token-of-lea', 'lea', false);
  localStorage.setItem('token', 'token-of-tom');
  expect((await load()).currentToken()).toBe('token-of-lea');
});

test('a login that ended leaves a newer one of another tab, and what is its member’s', async () => {
  const tab = await load();
  tab.enter('token-of-lea', 'lea', true);
  localStorage.setItem('token', 'token-of-tom');
  localStorage.setItem('seen', 'btcusdt');
  tab.endSession();
  expect([localStorage.getItem('token'), localStorage.getItem('seen')]).toEqual(['token-of-tom', 'btcusdt']);
  expect(tab.currentToken()).toBeNull();
});

test('the end of a login clears it and what is its member’s', async () => {
  const tab = await load();
  tab.enter('token-of-lea', 'lea', true);
  localStorage.setItem('seen', 'btcusdt');
  sessionStorage.setItem('open', '[]');
  tab.endSession();
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('seen')).toBeNull();
  expect(sessionStorage.getItem('open')).toBeNull();
  expect((await load()).currentToken()).toBeNull();
});

test('a login clears what was another member’s', async () => {
  localStorage.setItem('token', 'token-of-tom');
  localStorage.setItem('seen', 'btcusdt');
  const tab = await load();
  tab.enter('token-of-lea', 'lea', true);
  expect(localStorage.getItem('seen')).toBeNull();
});
