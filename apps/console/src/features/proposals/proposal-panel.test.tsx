import type { ProposalItem } from '@plimsoll/contract/operator';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, draw, FakeServer, tap, toasts, type } from '../../testing/screen.tsx';
import { ProposalPanel } from './proposal-panel.tsx';

const APPROVE = 'POST /proposals/2/approve';
const REJECT = 'POST /proposals/2/reject';
const forMe = (may: ProposalItem['may']) =>
  ({
    id: 2,
    kind: 'settings',
    ref: null,
    status: 1,
    may,
    at: '2026-03-02T10:00:00.000Z',
    username: 'bo',
    remark: '',
    decided: null,
    before: { loan_switch: 1 },
    after: { loan_switch: 0 },
    what: 'change',
  }) as unknown as ProposalItem;

test('an operator who may decide approves the proposal', async () => {
  const server = new FakeServer({ [APPROVE]: () => ({ ...forMe('yours'), status: 2 }) });
  draw(<ProposalPanel proposal={forMe('yours')} />);
  await waitFor(() => expect(button('Approve').disabled).toBe(false));
  tap('Approve');
  await waitFor(() => expect(toasts('status')).toContain('P-2 approved and applied'));
  expect(server.sent(APPROVE)).toEqual([{ remark: '' }]);
});

test('the proposer can only withdraw the proposal', async () => {
  const server = new FakeServer({ [REJECT]: () => ({ ...forMe('proposed'), status: 3 }) });
  draw(<ProposalPanel proposal={forMe('proposed')} />);
  await screen.findByRole('button', { name: 'Withdraw proposal' });
  expect(button('Approve').disabled).toBe(true);
  type('Reason', 'Too early');
  tap('Withdraw proposal');
  await waitFor(() => expect(server.sent(REJECT)).toEqual([{ remark: 'Too early' }]));
});

test('an operator who is not established reads why they cannot approve', async () => {
  draw(<ProposalPanel proposal={forMe('established')} />);
  await screen.findByText(/your second factor must have been set for 24 hours/);
  await waitFor(() => expect(button('Approve').disabled).toBe(true));
});

test('names in other languages stand side by side, a line for each that there is or was', async () => {
  draw(
    <ProposalPanel
      proposal={
        {
          ...forMe('yours'),
          kind: 'networks',
          before: {
            names: [
              { lang: 'de', name: 'Tron' },
              { lang: 'ar', name: 'ترون' },
            ],
          },
          after: {
            names: [
              { lang: 'de', name: 'Tron (TRC20)' },
              { lang: 'ru', name: 'Трон' },
            ],
          },
        } as unknown as ProposalItem
      }
    />,
  );
  const cellsOf = (name: string) =>
    [...(screen.getByRole('rowheader', { name }).closest('tr')?.cells ?? [])].map(({ textContent }) => textContent);
  await screen.findByRole('rowheader', { name: 'Name, Deutsch' });
  expect(cellsOf('Name, Deutsch')).toEqual(['Name, Deutsch', 'Tron', 'Tron (TRC20)']);
  expect(cellsOf('Name, العربية')).toEqual(['Name, العربية', 'ترون', 'none']);
  expect(cellsOf('Name, Русский')).toEqual(['Name, Русский', 'none', 'Трон']);
});
