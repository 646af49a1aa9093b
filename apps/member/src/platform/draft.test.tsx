import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDraft } from './draft.ts';

const EMPTY = { amount: '' };
function drawn() {
  const { result, unmount } = renderHook(() => useDraft(() => EMPTY));
  return {
    unmount,
    draft: () => result.current[0],
    write: (amount: string) => act(() => result.current[1](() => ({ amount }))),
    /** As of this drawing, which sends it. */
    forget: () => result.current[2],
  };
}

test('a draft is there on a later visit of its page, until it was sent', () => {
  const first = drawn();
  first.write('10');
  first.unmount();
  expect(drawn().draft()).toEqual({ amount: '10' });
  act(first.forget());
  expect(drawn().draft()).toEqual(EMPTY);
});

test('what is sent from an earlier visit empties the same draft, and no other', () => {
  const first = drawn();
  first.write('10');
  const sent = first.forget();
  first.unmount();
  const [same, changed] = [drawn(), drawn()];
  changed.write('20');
  act(sent);
  expect([same.draft(), changed.draft()]).toEqual([EMPTY, { amount: '20' }]);
  expect(drawn().draft()).toEqual({ amount: '20' });
});
