import { dismissToast, showToast, toastStore } from '@plimsoll/ui';
import { beforeEach, expect, test } from 'vitest';
import { endSession, enter } from '../platform/session.ts';
import { keepLastToast, showKeptToast } from './carried-toast.ts';

keepLastToast();
const shown = () => toastStore.read().map(({ kind, text }) => [kind, text]);
const dismissAll = () => {
  for (const { id } of toastStore.read()) dismissToast(id);
};
/** The document ends, and the next one begins. */
function load(): void {
  dispatchEvent(new Event('pagehide'));
  dismissAll();
  showKeptToast();
}

beforeEach(() => {
  dismissAll();
  sessionStorage.clear();
  enter('token-of-lea', 'lea', false);
});

test('why a login ended is shown by the document that its end begins, once', () => {
  endSession();
  showToast('bad', 'You have been logged out.');
  load();
  expect(shown()).toEqual([['bad', 'You have been logged out.']]);
  dismissAll();
  showKeptToast();
  expect(shown()).toEqual([]);
});

test('a success is shown by the next document', () => {
  showToast('ok', 'Welcome back');
  load();
  expect(shown()).toEqual([['ok', 'Welcome back']]);
});

test('a failure stays in its document while the login lasts, also that of an earlier login', () => {
  endSession();
  showToast('bad', 'Wrong password');
  enter('token-of-lea', 'lea', false);
  load();
  expect(shown()).toEqual([]);
});

test('what an earlier version of the app kept in its own way is let go', () => {
  sessionStorage.setItem('toast', 'Done');
  showKeptToast();
  expect(shown()).toEqual([]);
});
