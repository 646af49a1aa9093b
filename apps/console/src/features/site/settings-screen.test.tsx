import { fireEvent, screen, waitFor } from '@testing-library/react';
import type * as ReactRouter from 'react-router';
import { expect, test, vi } from 'vitest';
import { draw, FakeServer, field, refusal, noteOf, tap, toasts, type } from '../../testing/screen.tsx';
import SettingsScreen from './settings-screen.tsx';
import { ALL_SETTINGS } from './settings-spec.ts';

/** The address follows later than the next letter: the router gives way to what is typed. */
const address = { isHeld: false };
vi.mock('react-router', async (importOriginal) => {
  const router = await importOriginal<typeof ReactRouter>();
  return {
    ...router,
    useSearchParams: () => {
      const followed = router.useSearchParams();
      return address.isHeld ? [new URLSearchParams(), () => {}] : followed;
    },
  };
});

const READ = 'GET /settings';
const SAVE = 'PATCH /settings';
const SETTINGS: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    ALL_SETTINGS.map(({ name, kind }) => [
      name,
      kind === 'multiples' ? [1, 3] : kind === 'text' || kind === 'link' || kind === 'image' ? '' : 1,
    ]),
  ),
  name: 'Plimsoll',
};
const NAME = /^Name/;

async function drawScreen(save: () => unknown): Promise<FakeServer> {
  const server = new FakeServer({ [READ]: () => SETTINGS, [SAVE]: save });
  draw(<SettingsScreen />);
  await screen.findByLabelText(NAME);
  await waitFor(() => expect(field(NAME).disabled).toBe(false));
  return server;
}

test('only changed settings are sent, after a confirmation with old and new values', async () => {
  const server = await drawScreen(() => ({ ...SETTINGS, name: 'Quay' }));
  expect(screen.queryByText('Review and save')).toBeNull();
  type(NAME, 'Quay');
  tap('Review and save');
  await screen.findByText('Change these settings?');
  expect(server.sent(SAVE)).toEqual([]);
  tap('Save');
  await waitFor(() => expect(toasts('status')).toContain('Settings saved'));
  expect(server.sent(SAVE)).toEqual([{ name: 'Quay' }]);
});

test('a refusal is shown beside its setting until that is changed', async () => {
  const words = 'At most 40 characters.';
  await drawScreen(() => {
    throw refusal(422, { reason: 'bad_value', title: words, field: 'name' });
  });
  type(NAME, 'A very long name');
  tap('Review and save');
  await screen.findByText('Change these settings?');
  tap('Save');
  await waitFor(() => expect(noteOf(NAME)).toContain(words));
  type(NAME, 'Short');
  expect(noteOf(NAME)).not.toContain(words);
});

test('unsent changes can be undone', async () => {
  await drawScreen(() => SETTINGS);
  type(NAME, 'Quay');
  tap('Undo');
  expect(field(NAME).value).toBe('Plimsoll');
  expect(screen.queryByText('Review and save')).toBeNull();
});

test('without the right settings are read-only', async () => {
  const server = new FakeServer({ [READ]: () => SETTINGS });
  draw(<SettingsScreen />, { may: false });
  await screen.findByText(/Owners change them/);
  expect(field(NAME).disabled).toBe(true);
  expect(server.sent(SAVE)).toEqual([]);
});

test('the search shows and finds what is typed before the address has followed', async () => {
  await drawScreen(() => SETTINGS);
  address.isHeld = true;
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  fireEvent.change(search, { target: { value: 'no such setting' } });
  address.isHeld = false;
  expect(search.value).toBe('no such setting');
  expect(screen.queryByLabelText(NAME)).toBeNull();
});
