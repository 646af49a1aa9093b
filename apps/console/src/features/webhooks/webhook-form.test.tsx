import type { WebhookItem } from '@plimsoll/contract/operator';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw, FakeServer, field, Leavable, leave, tap, toasts, Waiting } from '../../testing/screen.tsx';
import { EventsField } from './events-field.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const webhook = (unseen: 0 | 1): WebhookItem => ({
  id: 5,
  name: 'Ledger',
  url: 'https://hooks.example/',
  events: ['order.settled'],
  enabled: 1,
  secrets: 1,
  unseen,
});
const SECRET = 'POST /webhooks/5/secret';
const ROTATE = 'POST /webhooks/5/rotate';

/** Keeps what was chosen. */
function Choosing({ error }: { readonly error?: string }) {
  const [value, setValue] = useState<unknown>(['order.settled']);
  return (
    <>
      <EventsField
        label="Messages"
        help="Choose one or more."
        error={error}
        disabled={false}
        value={value}
        onChange={setValue}
      />
      <span title="chosen">{JSON.stringify(value)}</span>
    </>
  );
}

test('types of messages are chosen one by one, and kept in one order', () => {
  draw(<Choosing />);
  expect(field('Order settled').checked).toBe(true);
  fireEvent.click(field('Alert raised'));
  fireEvent.click(field('Deposit decided'));
  expect(screen.getByTitle('chosen').textContent).toBe('["deposit.decided","order.settled","alert.raised"]');
  fireEvent.click(field('Order settled'));
  fireEvent.click(field('Alert raised'));
  fireEvent.click(field('Deposit decided'));
  expect(screen.getByTitle('chosen').textContent).toBe('[]');
});

test('why the choice was refused stands in place of the help', () => {
  draw(<Choosing error="Choose at least one" />);
  expect(screen.getByText('Choose at least one').getAttribute('role')).toBe('alert');
  expect(screen.queryByText('Choose one or more.')).toBeNull();
});

test('an owner has the secret shown, once', async () => {
  const server = new FakeServer({ [SECRET]: () => ({ secret: 'whsec_YWhveQ==' }) });
  draw(<WebhookSecret of={webhook(1)} />);
  await screen.findByText(/shown only once/);
  tap('Show secret');
  await screen.findByText('whsec_YWhveQ==');
  expect(screen.queryByRole('button', { name: 'Show secret' })).toBeNull();
  expect(server.sent(SECRET)).toHaveLength(1);
});

test('a secret that was shown can only be replaced, which is a proposal', async () => {
  const server = new FakeServer({ [ROTATE]: () => new Waiting({ proposal: { id: 3 } }) });
  draw(<WebhookSecret of={webhook(0)} />);
  await screen.findByText(/It has been shown/);
  expect(screen.queryByRole('button', { name: 'Show secret' })).toBeNull();
  tap('Replace secret');
  await screen.findByText('Replace the secret of Ledger?');
  tap('Propose');
  await waitFor(() => expect(toasts('status')).toContain('Another operator must approve it'));
  expect(server.sent(ROTATE)).toHaveLength(1);
});

test('an answer that comes after the operator has left does not lead to the proposal', async () => {
  const server = new FakeServer({ [ROTATE]: () => new Waiting({ proposal: { id: 3 } }) });
  draw(
    <Leavable>
      <WebhookSecret of={webhook(0)} />
    </Leavable>,
  );
  await screen.findByText(/It has been shown/);
  tap('Replace secret');
  await screen.findByText('Replace the secret of Ledger?');
  const release = server.hold();
  tap('Propose');
  await waitFor(() => expect(server.sent(ROTATE)).toHaveLength(1));
  await leave();
  release();
  await waitFor(() => expect(toasts('status')).toContain('Another operator must approve it'));
  expect(location.pathname).toBe('/elsewhere');
});

test('others than owners see nothing of a secret', async () => {
  draw(
    <>
      <WebhookSecret of={webhook(1)} />
      <p>below</p>
    </>,
    { may: false },
  );
  await screen.findByText('below');
  expect(screen.queryByRole('button', { name: 'Show secret' })).toBeNull();
});
