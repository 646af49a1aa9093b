import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { draw, FakeServer, field, ReadAgain, readAgain, refusal, tap, type } from '../../testing/screen.tsx';
import type { Column } from './list-spec.ts';
import { ResourceList } from './resource-list.tsx';
import { ResourceScreen } from './resource-screen.tsx';

interface Friend {
  readonly id: number;
  readonly title: string;
}

const READ = 'GET /friends';
const LIST = {
  list: [
    { id: 1, title: 'Lisbon' },
    { id: 2, title: 'Quay' },
  ],
  total: 2,
};
const COLUMNS: readonly Column<Friend>[] = [
  { id: 'title', header: 'Title', cell: ({ title }) => title },
  { id: 'id', header: 'Number', cell: ({ id }) => id, spare: true },
];
const NUMBERED = /^F-0*(\d+)$/;
const readNumber = (typed: string) => NUMBERED.exec(typed)?.[1] ?? typed;

const parts = {
  resource: 'friends',
  path: 'friends',
  label: 'Partners',
  columns: COLUMNS,
  search: 'Name',
  readSearch: readNumber,
} as const;

/** The list alone, at an address. */
async function drawList(at = '/'): Promise<void> {
  const server = new FakeServer({ [READ]: () => LIST });
  draw(<ResourceList<Friend> {...parts} />, { at });
  await screen.findByText('Quay');
  expect(server.sent(READ).length).toBeGreaterThan(0);
}

/** In tests ra-core loads a router of its own, which keeps a list's state behind the hash. */
const searched = (): unknown => {
  const filter = new URLSearchParams(location.hash.replace(/^#[^?]*/, '')).get('filter');
  return filter === null ? undefined : JSON.parse(filter).q;
};

/** Time passes, in steps: what each brings is drawn. */
async function pass(ms: number, steps = 1): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    await act(() => vi.advanceTimersByTimeAsync(ms));
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('rows stay when they could not be read again, with a notice and a way to try again', async () => {
  let fails = false;
  const server = new FakeServer({
    [READ]: () => {
      if (fails) throw refusal(503, { reason: 'unavailable', title: 'Not now.' });
      return LIST;
    },
  });
  draw(
    <>
      <ReadAgain />
      <ResourceList<Friend> {...parts} />
    </>,
  );
  const row = await screen.findByRole('link', { name: 'Quay' });
  fails = true;
  await readAgain();
  expect(screen.getByText('Could not be refreshed. These are the last loaded rows.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Quay' })).toBe(row);
  fails = false;
  tap('Try again');
  await waitFor(() => expect(screen.queryByText(/Could not be refreshed/)).toBeNull());
  expect(screen.getByRole('link', { name: 'Quay' })).toBe(row);
  expect(server.sent(READ).length).toBeGreaterThan(2);
});

test('a list that was never loaded shows why', async () => {
  const server = new FakeServer({
    [READ]: () => {
      throw refusal(503, { reason: 'unavailable', title: 'Not now.' });
    },
  });
  draw(<ResourceList<Friend> {...parts} />);
  await screen.findByText('The list could not be loaded');
  expect(screen.queryByText(/Could not be refreshed/)).toBeNull();
  expect(server.sent(READ)).toHaveLength(1);
});

test('opening a row keeps the list: its focus, its rows and what is typed', async () => {
  const server = new FakeServer({ [READ]: () => LIST });
  draw(
    <Routes>
      <Route
        path="friends/:id?"
        element={<ResourceScreen<Friend> {...parts} detail={(id) => <p>partner number {id}</p>} />}
      />
    </Routes>,
    { at: '/friends' },
  );
  const row = await screen.findByRole('link', { name: 'Quay' });
  type('Name', 'qu');
  row.focus();
  fireEvent.click(row);
  await screen.findByText('partner number 2');
  expect(screen.getByRole('link', { name: 'Quay' })).toBe(row);
  expect(document.activeElement).toBe(row);
  expect(field('Name').value).toBe('qu');
  expect(row.closest('tr')?.classList.contains('sel')).toBe(true);
  expect(server.sent(READ).length).toBeGreaterThan(0);
});

test('a text that means what is searched already is not searched again', async () => {
  await drawList('/#/?filter={"q":"418"}');
  const pushed = vi.spyOn(history, 'pushState');
  vi.useFakeTimers();
  type('Name', 'F-00418');
  await pass(400, 5);
  expect(pushed).not.toHaveBeenCalled();
  expect(field('Name').value).toBe('F-00418');
  type('Name', '418 ');
  await pass(400, 5);
  expect(pushed).not.toHaveBeenCalled();
  type('Name', 'F-00419');
  await pass(400, 5);
  expect(pushed).toHaveBeenCalledTimes(1);
  expect(searched()).toBe('419');
});

test('a letter typed while the search is carried out stays, and is searched', async () => {
  await drawList();
  vi.useFakeTimers();
  type('Name', 'qu');
  // The search begins; its address comes after it.
  await pass(300);
  expect(searched()).toBeUndefined();
  type('Name', 'qua');
  await pass(1);
  expect(searched()).toBe('qu');
  expect(field('Name').value).toBe('qua');
  await pass(400);
  await pass(1);
  expect(searched()).toBe('qua');
});

test('the field follows a step back', async () => {
  await drawList();
  vi.useFakeTimers();
  type('Name', 'qu');
  await pass(400, 2);
  type('Name', 'li');
  await pass(400, 2);
  expect(searched()).toBe('li');
  vi.useRealTimers();
  history.back();
  await waitFor(() => expect(field('Name').value).toBe('qu'));
  expect(searched()).toBe('qu');
});
