import type { IdentityForOperator } from '@plimsoll/contract/operator';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, FakeServer, refusal, noteOf, tap, toasts, type } from '../../testing/screen.tsx';
import { IdentityPanel } from './identity-panel.tsx';

const APPROVE = 'POST /identities/6/approve';
const REJECT = 'POST /identities/6/reject';
const APPLICATION = {
  id: 6,
  status: 1,
  member_id: 31,
  username: 'lea@example.com',
  real_name: 'Lea Keel',
  front_card: '/f',
  back_card: '/b',
  remark: '',
  decided: null,
  checks: [],
  other_applications: [],
  addtime: '2026-03-02T10:00:00.000Z',
  updatetime: '2026-03-02T10:00:00.000Z',
} as unknown as IdentityForOperator;

test('an application is certified, and a toast confirms it', async () => {
  const server = new FakeServer({ [APPROVE]: () => ({ ...APPLICATION, status: 2 }) });
  draw(<IdentityPanel application={APPLICATION} />);
  await screen.findByRole('button', { name: 'Approve' });
  tap('Approve');
  await waitFor(() => expect(toasts('status')).toContain('approved'));
  expect(server.sent(APPROVE)).toEqual([{ remark: '' }]);
});

test('a rejection without a remark shows the error beside the remark', async () => {
  const words = 'Say why, in words for the member.';
  const server = new FakeServer({
    [REJECT]: ({ remark }) => {
      if (remark === '') throw refusal(422, { reason: 'remark_needed', title: words });
      return { ...APPLICATION, status: 3 };
    },
  });
  draw(<IdentityPanel application={APPLICATION} />);
  await screen.findByRole('button', { name: 'Reject' });
  tap('Reject');
  await waitFor(() => expect(noteOf(/^Remark/)).toContain(words));
  type(/^Remark/, 'The card is cut off');
  tap('Reject');
  await waitFor(() => expect(toasts('status')).toContain('rejected'));
  expect(server.sent(REJECT)).toEqual([{ remark: '' }, { remark: 'The card is cut off' }]);
});

test('an operator who may not decide sees no buttons', async () => {
  draw(<IdentityPanel application={APPLICATION} />, { may: false });
  await screen.findAllByText('lea@example.com');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});
