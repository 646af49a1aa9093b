import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createUnseen, useUnseen, type Unseen } from './unseen.ts';

const WORDS = { text: 'Save them', label: 'Codes', at: '/security' };
function drawn(unseen: Unseen<string>, together: boolean) {
  const { result } = renderHook(() => useUnseen(unseen, WORDS, together));
  return {
    shown: () => result.current.shown,
    keep: (value: string) => act(() => result.current.keep(value, true)),
    saved: () => act(() => result.current.saved()),
  };
}

test('what replaces another is shown in its place, and stays when it was saved', () => {
  const unseen = createUnseen<string>();
  const { shown, keep, saved } = drawn(unseen, false);
  keep('the first codes');
  expect(shown()).toBe('the first codes');
  keep('the codes that count');
  expect(shown()).toBe('the codes that count');
  saved();
  expect([shown(), unseen.get()]).toEqual(['the codes that count', []]);
});

test('of those that count together the first is shown until the page is left', () => {
  const unseen = createUnseen<string>();
  const { shown, keep, saved } = drawn(unseen, true);
  keep('a key');
  keep('another key');
  expect(shown()).toBe('a key');
  saved();
  expect(unseen.get().map(({ value }) => value)).toEqual(['another key']);
});
