import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, FakeServer, Leavable, leave, tap, toasts, type } from '../../testing/screen.tsx';
import { ProposalForm } from './proposal-form.tsx';

const PROPOSE = 'POST /corrections';

async function fill(): Promise<FakeServer> {
  const server = new FakeServer({
    'GET /coins': () => ({ list: [{ id: 2, title: 'USDT' }], total: 1 }),
    [PROPOSE]: () => ({ id: 5 }),
  });
  draw(
    <Leavable>
      <ProposalForm
        resource="corrections"
        title="New correction"
        target={{ member_id: 7, type: 1 }}
        lacking={{}}
        effect={(_isTaken, amount) => amount}
      >
        {() => null}
      </ProposalForm>
    </Leavable>,
  );
  await screen.findByRole('option', { name: 'USDT' });
  type('Amount', '12');
  type('Remark', 'fee of the bank');
  return server;
}

test('a proposal is sent once, and opens', async () => {
  const server = await fill();
  tap('Propose');
  await waitFor(() => expect(location.pathname).toBe('/corrections/5'));
  expect(server.sent(PROPOSE)).toEqual([
    { member_id: 7, type: 1, c_id: 2, amount: '12.00000000', remark: 'fee of the bank' },
  ]);
});

test('an answer that comes after the operator has left does not open the proposal', async () => {
  const server = await fill();
  const release = server.hold();
  tap('Propose');
  await waitFor(() => expect(server.sent(PROPOSE)).toHaveLength(1));
  await leave();
  release();
  await waitFor(() => expect(toasts('status')).toContain('Proposal submitted'));
  expect(location.pathname).toBe('/elsewhere');
});
