import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, FakeServer, ReadAgain, readAgain, refusal, tap } from '../../testing/screen.tsx';
import { MemberHistory } from './parts.tsx';

test('a member’s history beside a record stays when it could not be read again', async () => {
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
            note: 'a',
            amount: '12',
            coinName: 'ABCD',
            state: 'done',
          },
        ],
      };
    },
  });
  draw(
    <>
      <ReadAgain />
      <MemberHistory memberId={7} username="anna" />
    </>,
  );
  await screen.findByText('ABCD');
  fails = true;
  await readAgain();
  expect(screen.getByText(/^Could not be refreshed/)).toBeTruthy();
  expect(screen.getByText('ABCD')).toBeTruthy();
  fails = false;
  tap('Try again');
  await waitFor(() => expect(screen.queryByText(/^Could not be refreshed/)).toBeNull());
  expect(screen.getByText('ABCD')).toBeTruthy();
  expect(server.sent('GET /members/7/history').length).toBeGreaterThan(2);
});
