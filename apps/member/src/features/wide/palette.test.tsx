import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../testing/form.tsx';
import Palette from './palette.tsx';
import type { EntryGroup } from './use-entries.tsx';

const found: { entries: readonly string[] } = { entries: [] };
vi.mock('./use-entries.tsx', () => ({
  useEntries: (): readonly EntryGroup[] => [
    { key: 'screens', entries: found.entries.map((name) => ({ id: name, to: `/${name}`, mark: null, text: name })) },
  ],
}));

async function drawFound(...entries: readonly string[]) {
  found.entries = entries;
  const redraw = draw(<Palette open onClose={() => {}} />);
  await screen.findByRole('combobox');
  return (...next: readonly string[]) => {
    found.entries = next;
    redraw(<Palette open onClose={() => {}} />);
  };
}
const key = (name: string) => fireEvent.keyDown(screen.getByRole('combobox'), { key: name });
const highlighted = () =>
  screen
    .queryAllByRole('option')
    .flatMap((each) => (each.getAttribute('aria-selected') === 'true' ? [each.textContent] : []));
const opens = (path: string) => waitFor(() => expect(location.pathname).toBe(path));

test('what comes before the highlighted entry leaves it the one that Enter opens', async () => {
  const find = await drawFound('market', 'assets');
  expect(highlighted()).toEqual(['market']);
  find('deposit', 'market', 'assets');
  expect(highlighted()).toEqual(['market']);
  key('ArrowDown');
  find('options', 'deposit', 'assets', 'market');
  expect(highlighted()).toEqual(['assets']);
  key('Enter');
  await opens('/assets');
});

test('one that is gone leaves none that Enter opens, until one is chosen again', async () => {
  const find = await drawFound('market', 'assets');
  find('assets', 'options');
  expect(highlighted()).toEqual([]);
  key('Enter');
  expect(location.pathname).toBe('/');
  key('ArrowUp');
  expect(highlighted()).toEqual(['options']);
  key('ArrowDown');
  expect(highlighted()).toEqual(['assets']);
  find('options');
  expect(highlighted()).toEqual([]);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'o' } });
  expect(highlighted()).toEqual(['options']);
});
