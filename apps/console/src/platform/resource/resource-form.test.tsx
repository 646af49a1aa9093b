import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  button,
  draw,
  FakeServer,
  field,
  Leavable,
  leave,
  ReadAgain,
  readAgain,
  refusal,
  tap,
  toasts,
  type,
  Waiting,
} from '../../testing/screen.tsx';
import { ResourceForm } from './resource-form.tsx';

const READ = 'GET /friends/3';
const CHANGE = 'PATCH /friends/3';
const FRIEND = { id: 3, title: 'Lisbon', url: 'https://one.example/', sort: 0 };

/** The form, beside what reads its row again. */
function FriendForm({ id = '3' }: { readonly id?: string }) {
  return (
    <>
      <ReadAgain />
      <ResourceForm
        resource="friends"
        id={id}
        path="friends"
        title="Partner"
        fields={[
          { name: 'title', label: 'Title', kind: 'text' },
          { name: 'url', label: 'Link', kind: 'text' },
          { name: 'sort', label: 'Position', kind: 'whole' },
        ]}
      />
    </>
  );
}

async function drawForm(replies: ConstructorParameters<typeof FakeServer>[0]): Promise<FakeServer> {
  const server = new FakeServer({ [READ]: () => FRIEND, ...replies });
  draw(<FriendForm />);
  await waitFor(() => expect(field('Title').disabled).toBe(false));
  return server;
}

test('what was typed stays when the row is read again; the other fields follow the row', async () => {
  let row = FRIEND;
  const server = await drawForm({ [READ]: () => row, [CHANGE]: (body) => ({ ...row, ...body }) });
  type('Title', 'Quay');
  row = { ...FRIEND, url: 'https://two.example/' };
  await readAgain();
  await waitFor(() => expect(field('Link').value).toBe('https://two.example/'));
  expect(field('Title').value).toBe('Quay');
  tap('Save');
  await waitFor(() => expect(server.sent(CHANGE)).toEqual([{ title: 'Quay' }]));
});

test('after a save the fields are what the server answered, and nothing is left to save', async () => {
  await drawForm({ [CHANGE]: () => ({ ...FRIEND, title: 'Quay' }) });
  type('Title', '  Quay ');
  tap('Save');
  await screen.findByRole('button', { name: 'No changes' });
  expect(field('Title').value).toBe('Quay');
});

test('a refused change keeps what was typed', async () => {
  await drawForm({
    [CHANGE]: () => {
      throw refusal(409, { reason: 'exists', title: 'There is one already.' });
    },
  });
  type('Title', 'Quay');
  tap('Save');
  await waitFor(() => expect(toasts('alert')).toContain('There is one already.'));
  expect(field('Title').value).toBe('Quay');
  expect(button('Save').disabled).toBe(false);
});

test('discarded changes are the row again', async () => {
  await drawForm({});
  type('Title', 'Quay');
  tap('Discard changes');
  await waitFor(() => expect(field('Title').value).toBe('Lisbon'));
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
});

test('a row that could not be read again leaves the form, and what was typed', async () => {
  let fails = false;
  await drawForm({
    [READ]: () => {
      if (fails) throw refusal(503, { reason: 'unavailable', title: 'Not now.' });
      return FRIEND;
    },
  });
  type('Title', 'Quay');
  fails = true;
  await readAgain();
  expect(location.pathname + location.hash.replace(/^#\/$/, '')).toBe('/');
  expect(field('Title').value).toBe('Quay');
});

test('a row that cannot be read is read again on request', async () => {
  let fails = true;
  const server = new FakeServer({
    [READ]: () => {
      if (fails) throw refusal(503, { reason: 'unavailable', title: 'Not now.' });
      return FRIEND;
    },
  });
  draw(<FriendForm />);
  await screen.findByText('Not now.');
  expect(location.pathname + location.hash.replace(/^#\/$/, '')).toBe('/');
  fails = false;
  tap('Try again');
  await waitFor(() => expect(field('Title').value).toBe('Lisbon'));
  expect(server.sent(READ)).toHaveLength(2);
});

test('a change that becomes a proposal leads there, unless the operator has left meanwhile', async () => {
  const server = new FakeServer({
    [READ]: () => FRIEND,
    [CHANGE]: () => new Waiting({ proposal: { id: 9 } }),
  });
  draw(
    <Leavable>
      <FriendForm />
    </Leavable>,
  );
  await waitFor(() => expect(field('Title').disabled).toBe(false));
  type('Title', 'Quay');
  const release = server.hold();
  tap('Save');
  await waitFor(() => expect(server.sent(CHANGE)).toHaveLength(1));
  await leave();
  release();
  await waitFor(() => expect(toasts('status')).toContain('Another operator must approve it'));
  expect(location.pathname).toBe('/elsewhere');
});

test('a new row opens, unless the operator has left meanwhile', async () => {
  const server = new FakeServer({ 'POST /friends': () => ({ ...FRIEND, id: 4 }) });
  draw(
    <Leavable>
      <FriendForm id="create" />
    </Leavable>,
  );
  await waitFor(() => expect(field('Title').disabled).toBe(false));
  type('Title', 'Quay');
  type('Link', 'https://two.example/');
  type('Position', '1');
  const release = server.hold();
  tap('Create');
  await waitFor(() => expect(server.sent('POST /friends')).toHaveLength(1));
  await leave();
  release();
  await waitFor(() => expect(toasts('status')).toContain('Created'));
  expect(location.pathname).toBe('/elsewhere');
});

test('a new row opens when it is made', async () => {
  const server = new FakeServer({ 'POST /friends': () => ({ ...FRIEND, id: 4 }) });
  draw(<FriendForm id="create" />);
  await waitFor(() => expect(field('Title').disabled).toBe(false));
  type('Title', 'Quay');
  type('Link', 'https://two.example/');
  type('Position', '1');
  tap('Create');
  await waitFor(() => expect(location.pathname).toBe('/friends/4'));
  expect(server.sent('POST /friends')).toHaveLength(1);
});
