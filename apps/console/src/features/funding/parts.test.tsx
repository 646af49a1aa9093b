import { expect, test } from 'vitest';
import { HISTORY } from '../../testing/history.ts';
import { timesRead } from '../../testing/screen.tsx';
import { MemberHistory } from './parts.tsx';

test('a member’s history beside a record stays when it could not be read again', async () => {
  const times = await timesRead({
    request: 'GET /members/7/history',
    answer: HISTORY,
    part: <MemberHistory memberId={7} username="anna" />,
    shows: 'ABCD',
  });
  expect(times).toBeGreaterThan(2);
});
