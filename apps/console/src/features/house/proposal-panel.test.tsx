import type { Correction } from '@plimsoll/contract/operator';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, draw, FakeServer, refusal, tap, toasts, type } from '../../testing/screen.tsx';
import { ProposalPanel } from './proposal-panel.tsx';

const APPROVE = 'POST /corrections/3/approve';
const REJECT = 'POST /corrections/3/reject';
const proposedBy = (by: number) =>
  ({
    id: 3,
    status: 1,
    amount: '-12.00000000',
    coinName: 'USDT',
    remark: 'Credited twice',
    proposed: { by, username: 'bo', at: '2026-03-02T10:00:00.000Z' },
    decided: null,
    journal: null,
    addtime: '2026-03-02T10:00:00.000Z',
  }) as unknown as Correction;
const panel = (by: number) => (
  <ProposalPanel resource="corrections" record={proposedBy(by)} account="Lea, funds" against="corrections" />
);
const POST = 'Approve and post';

test('another operator gives the second approval', async () => {
  const server = new FakeServer({ [APPROVE]: () => ({ ...proposedBy(8), status: 2 }) });
  draw(panel(8));
  await waitFor(() => expect(button(POST).disabled).toBe(false));
  tap(POST);
  await waitFor(() => expect(toasts('status')).toContain('posted'));
  expect(server.sent(APPROVE)).toEqual([{ remark: '' }]);
});

test('the proposer cannot approve, but can withdraw the proposal', async () => {
  const server = new FakeServer({ [REJECT]: () => ({ ...proposedBy(7), status: 3 }) });
  draw(panel(7));
  await screen.findByText('You proposed this, so another operator must give the second approval.');
  expect(screen.queryByRole<HTMLButtonElement>('button', { name: POST })?.disabled ?? true).toBe(true);
  type('Remark', 'A mistake');
  tap('Withdraw proposal');
  await waitFor(() => expect(toasts('status')).toContain('nothing was posted'));
  expect(server.sent(REJECT)).toEqual([{ remark: 'A mistake' }]);
});

test('a refusal of the server is a toast', async () => {
  const words = 'The account does not hold it.';
  const server = new FakeServer({
    [APPROVE]: () => {
      throw refusal(409, { reason: 'insufficient_balance', title: words });
    },
  });
  draw(panel(8));
  await waitFor(() => expect(button(POST).disabled).toBe(false));
  tap(POST);
  await waitFor(() => expect(toasts('alert')).toContain(words));
  expect(server.sent(APPROVE)).toHaveLength(1);
});
