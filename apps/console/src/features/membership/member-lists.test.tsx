import { expect, test } from 'vitest';
import { HISTORY } from '../../testing/history.ts';
import { timesRead } from '../../testing/screen.tsx';
import { MemberHistory } from './member-history.tsx';
import { MemberSessions } from './member-sessions.tsx';

test('a member’s history stays when it could not be read again', async () => {
  const times = await timesRead({
    request: 'GET /members/7/history',
    answer: HISTORY,
    part: <MemberHistory id="7" />,
    shows: 'Tron',
  });
  expect(times).toBeGreaterThan(2);
});

test('a member’s sessions stay when they could not be read again', async () => {
  const times = await timesRead({
    request: 'GET /members/7/sessions',
    answer: { list: [{ addtime: '2026-01-02 03:04:05', last_seen: '2026-01-02 03:04:05' }] },
    part: <MemberSessions id="7" stamp={1} />,
    shows: 'Logged in, UTC',
  });
  expect(times).toBeGreaterThan(2);
});
