import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { ConfirmWays } from './confirm-ways.tsx';

const confirmed = vi.fn<(what: string) => void>();
const ways = (
  what: string,
  more: {
    readonly busy?: boolean;
    readonly blocked?: string;
    readonly isSlid?: boolean;
    readonly isOdd?: boolean;
  } = {},
) => (
  <ConfirmWays
    judgement={{ isNeeded: true, isSlid: more.isSlid ?? true, isOdd: more.isOdd ?? false, remarks: [] }}
    confirm="Send"
    slide={`Send ${what}`}
    busy={more.busy ?? false}
    busyText="Sending"
    blocked={more.blocked}
    onConfirm={() => confirmed(what)}
    onClose={() => {}}
  />
);
const slide = (): HTMLElement => screen.getByRole('slider');
const hold = () => fireEvent.keyDown(slide(), { key: 'Enter' });

beforeEach(() => {
  vi.useFakeTimers();
  confirmed.mockClear();
});
afterEach(() => vi.useRealTimers());

test('held for a second, the slide confirms what it shows', () => {
  draw(ways('10'));
  hold();
  vi.advanceTimersByTime(999);
  expect(confirmed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(confirmed.mock.calls).toEqual([['10']]);
});

test('a hold that outlives the slide confirms nothing', () => {
  const redraw = draw(ways('10'));
  hold();
  redraw(null);
  vi.advanceTimersByTime(5000);
  expect(confirmed).not.toHaveBeenCalled();
});

test.each([
  ['is switched off', ways('10', { blocked: 'Prices are old' })],
  ['is sending', ways('10', { busy: true })],
  ['says something else', ways('1000')],
  ['becomes unusual', ways('10', { isOdd: true })],
])('a hold ends when the slide %s, and is not taken up after it', (_, changed) => {
  const redraw = draw(ways('10'));
  hold();
  vi.advanceTimersByTime(500);
  redraw(changed);
  vi.advanceTimersByTime(5000);
  redraw(ways('10'));
  vi.advanceTimersByTime(5000);
  expect(confirmed).not.toHaveBeenCalled();
});

test('the focus stays on a slide that becomes unusual', () => {
  const redraw = draw(ways('10'));
  slide().focus();
  redraw(ways('10', { isOdd: true }));
  expect(document.activeElement).toBe(slide());
});

test('where a button with the focus becomes a slide, the focus goes to the safe way out', () => {
  const redraw = draw(ways('10', { isSlid: false }));
  screen.getByRole('button', { name: 'Send' }).focus();
  redraw(ways('10', { isOdd: true }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back' }));
});

/** The track, 356 px wide: from end to end the knob goes 300. */
function track(): HTMLElement {
  const found = slide().parentElement;
  if (!found) throw new Error('the slide has no track');
  vi.spyOn(found, 'clientWidth', 'get').mockReturnValue(356);
  found.setPointerCapture = () => {};
  return found;
}

test('one finger slides; two that tap at both ends confirm nothing', () => {
  draw(ways('10'));
  const on = track();
  fireEvent.pointerDown(on, { pointerId: 1, clientX: 320 });
  fireEvent.pointerDown(on, { pointerId: 2, clientX: 10 });
  fireEvent.pointerUp(on, { pointerId: 1, clientX: 320 });
  fireEvent.pointerUp(on, { pointerId: 2, clientX: 10 });
  expect(confirmed).not.toHaveBeenCalled();
  fireEvent.pointerDown(on, { pointerId: 3, clientX: 10 });
  fireEvent.pointerUp(on, { pointerId: 3, clientX: 310 });
  expect(confirmed.mock.calls).toEqual([['10']]);
});

test('a slide begun before it was switched off is begun again after it', () => {
  const redraw = draw(ways('10'));
  fireEvent.pointerDown(track(), { pointerId: 1, clientX: 10 });
  redraw(ways('10', { blocked: 'Prices are old' }));
  redraw(ways('10'));
  fireEvent.pointerUp(track(), { pointerId: 1, clientX: 310 });
  expect(confirmed).not.toHaveBeenCalled();
});
