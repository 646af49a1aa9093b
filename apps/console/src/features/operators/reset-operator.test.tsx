import type { OperatorItem } from '@plimsoll/contract/operator';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  draw,
  FakeServer,
  Leavable,
  leave,
  noteOf,
  refusal,
  tap,
  toasts,
  type,
  Waiting,
} from '../../testing/screen.tsx';
import { ResetOperator } from './reset-operator.tsx';

const BERT: OperatorItem = {
  id: 8,
  username: 'bert',
  email: 'bert@example.org',
  role: 'clerk',
  enabled: 1,
  totp: 1,
  passkeys: 0,
  established: null,
  last_seen: null,
  addtime: '2026-01-01 00:00:00',
};
const RESET = 'POST /operators/8/reset';

async function ask(replies: ConstructorParameters<typeof FakeServer>[0]): Promise<FakeServer> {
  const server = new FakeServer(replies);
  draw(
    <Leavable>
      <ResetOperator of={BERT} />
    </Leavable>,
  );
  await screen.findByRole('button', { name: 'Reset login' });
  tap('Reset login');
  await screen.findByText('Reset the login of bert?');
  type('Reason', '  left his phone ');
  return server;
}

test('a reset is proposed with its reason, and leads to the proposal', async () => {
  const server = await ask({ [RESET]: () => new Waiting({ proposal: { id: 3 } }) });
  tap('Propose');
  await waitFor(() => expect(location.pathname).toBe('/proposals/3'));
  expect(server.sent(RESET)).toEqual([{ remark: 'left his phone' }]);
});

test('an answer that comes after the operator has left does not lead to the proposal', async () => {
  const server = await ask({ [RESET]: () => new Waiting({ proposal: { id: 3 } }) });
  const release = server.hold();
  tap('Propose');
  await waitFor(() => expect(server.sent(RESET)).toHaveLength(1));
  await leave();
  release();
  await waitFor(() => expect(toasts('status')).toContain('Another owner must approve it'));
  expect(location.pathname).toBe('/elsewhere');
});

test('a refused reason is read in its field until it is changed', async () => {
  await ask({
    [RESET]: () => {
      throw refusal(422, { reason: 'bad_text', field: 'remark', title: 'Say why.' });
    },
  });
  tap('Propose');
  await waitFor(() => expect(noteOf('Reason')).toContain('Say why.'));
  type('Reason', 'left the phone');
  expect(noteOf('Reason')).toBe('');
});
