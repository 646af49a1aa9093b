import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { OrderableList } from './orderable-list.tsx';

const moved = vi.fn<(id: number, before: number | null) => void>();
const list = (...ids: readonly number[]) => (
  <OrderableList
    items={ids.map((id) => ({ id, title: `Market ${id}` }))}
    isOrdering
    label="My list"
    className=""
    draw={({ title }) => title}
    onMove={moved}
  />
);
const handleOf = (title: string): Element => {
  const row = [...document.querySelectorAll('li')].find(({ textContent }) => textContent === title);
  const handle = row?.querySelector('[data-handle]');
  if (!handle) throw new Error(`${title} has no handle`);
  handle.setPointerCapture = () => {};
  return handle;
};

/** Rows are 50 px high. */
function drawRows(...ids: readonly number[]) {
  moved.mockClear();
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ height: 50 } as DOMRect);
  const redraw = draw(list(...ids));
  return (...next: readonly number[]) => redraw(list(...next));
}

test('a row is dropped where it was dragged', () => {
  drawRows(1, 2, 3);
  const handle = handleOf('Market 1');
  fireEvent.pointerDown(handle, { pointerId: 1, clientY: 0 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 60 });
  fireEvent.pointerUp(handle, { pointerId: 1, clientY: 60 });
  expect(moved.mock.calls).toEqual([[1, 3]]);
});

test('a list that changes while a row is dragged leaves it the row that is moved, and the one it is put before', () => {
  const change = drawRows(1, 2, 3, 4);
  const handle = handleOf('Market 2');
  fireEvent.pointerDown(handle, { pointerId: 1, clientY: 0 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 60 });
  change(9, 1, 2, 3, 4);
  fireEvent.pointerUp(handle, { pointerId: 1, clientY: 60 });
  expect(moved.mock.calls).toEqual([[2, 4]]);
});

test('a row whose star was removed meanwhile is not moved, nor another in its place', () => {
  const change = drawRows(1, 2, 3);
  const handle = handleOf('Market 1');
  fireEvent.pointerDown(handle, { pointerId: 1, clientY: 0 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 60 });
  change(2, 3);
  fireEvent.pointerUp(handleOf('Market 2'), { pointerId: 1, clientY: 60 });
  expect(moved).not.toHaveBeenCalled();
});

test('a second finger on another handle drags nothing', () => {
  drawRows(1, 2, 3);
  const [first, second] = [handleOf('Market 1'), handleOf('Market 3')];
  fireEvent.pointerDown(first, { pointerId: 1, clientY: 0 });
  fireEvent.pointerDown(second, { pointerId: 2, clientY: 100 });
  fireEvent.pointerMove(second, { pointerId: 2, clientY: 0 });
  fireEvent.pointerUp(second, { pointerId: 2, clientY: 0 });
  expect(moved).not.toHaveBeenCalled();
  fireEvent.pointerMove(first, { pointerId: 1, clientY: 60 });
  fireEvent.pointerUp(first, { pointerId: 1, clientY: 60 });
  expect(moved.mock.calls).toEqual([[1, 3]]);
});
