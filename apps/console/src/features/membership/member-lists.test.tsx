import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, FakeServer, ReadAgain, readAgain, refusal, tap } from '../../testing/screen.tsx';
import { MemberHistory } from './member-history.tsx';
import { MemberSessions } from './member-sessions.tsx';

test('a member’s history stays when it could not be read again', async () => {
  let fails = false;
  const server = new FakeServer({
    'GET /members/7/history': () => {
      if (fails) throw refusal(503, { reason: 'unavailable', title: 'Not now.' });
      return {
        list: [
          {
            at: '2026-01-02 03:04:05',
            what: 'deposit',
            ref: 5,
            note: 'Tron',
            amount: '12',
            coinName: 'USDT',
            state: 'done',
          },
        ],
      };
    },
  });
  draw(
    <>
      <ReadAgain />
      <MemberHistory id="7" />
    </>,
  );
  await screen.findByText('Tron');
  fails = true;
  await readAgain();
  expect(screen.getByText(/^Could not be refreshed/)).toBeTruthy();
  expect(screen.getByText('Tron')).toBeTruthy();
  fails = false;
  tap('Try again');
  await waitFor(() => expect(screen.queryByText(/^Could not be refreshed/)).toBeNull());
  expect(screen.getByText('Tron')).toBeTruthy();
  expect(server.sent('GET /members/7/history').length).toBeGreaterThan(2);
});

test('a member’s sessions stay when they could not be read again', async () => {
  let fails = false;
  const server = new FakeServer({
    'GET /members/7/sessions': () => {
      if (fails) throw refusal(503, { reason: 'unavailable', title: 'Not now.' });
      return { list: [{ addtime: '2026-01-02 03:04:05', last_seen: '2026-01-02 03:04:05' }] };
    },
  });
  draw(
    <>
      <ReadAgain />
      <MemberSessions id="7" stamp={1} />
    </>,
  );
  await screen.findByText('Logged in, UTC');
  fails = true;
  await readAgain();
  expect(screen.getByText(/^Could not be refreshed/)).toBeTruthy();
  expect(screen.getByText('Logged in, UTC')).toBeTruthy();
  fails = false;
  tap('Try again');
  await waitFor(() => expect(screen.queryByText(/^Could not be refreshed/)).toBeNull());
  expect(screen.getByText('Logged in, UTC')).toBeTruthy();
  expect(server.sent('GET /members/7/sessions').length).toBeGreaterThan(2);
});
