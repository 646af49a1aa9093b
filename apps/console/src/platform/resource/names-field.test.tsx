import { LANGUAGES } from '@plimsoll/i18n';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, FakeServer, field, refusal, tap, type } from '../../testing/screen.tsx';
import { useNamesField } from './names-field.tsx';
import { ResourceForm } from './resource-form.tsx';

const CHANGE = 'PATCH /currencies/3';
const TAB = { id: 3, currency_name: 'Payments', fid: 1, enabled: 1, sort: 0 };
const ARABIC = { lang: 'ar', name: 'المدفوعات' };

function TabForm({ id }: { readonly id: string }) {
  const names = useNamesField();
  return (
    <ResourceForm
      resource="currencies"
      id={id}
      path="currencies"
      title="Market tab"
      fields={[{ name: 'currency_name', label: 'Name', kind: 'text' }, names]}
    />
  );
}

async function drawForm(replies: ConstructorParameters<typeof FakeServer>[0], id = '3'): Promise<FakeServer> {
  const server = new FakeServer({ 'GET /currencies/3': () => ({ ...TAB, names: [ARABIC] }), ...replies });
  draw(<TabForm id={id} />);
  await screen.findByLabelText('Deutsch');
  await waitFor(() => expect(field('Deutsch').disabled).toBe(false));
  return server;
}
const lastOf = (server: FakeServer, request: string) => server.sent(request).at(-1);

test('each language but English has a field under its own name, in its own direction', async () => {
  await drawForm({});
  const names = within(screen.getByRole('group', { name: 'Names in other languages', hidden: true }));
  const others = LANGUAGES.filter(({ code }) => code !== 'en');
  expect(names.getAllByRole('textbox', { hidden: true })).toHaveLength(others.length);
  for (const { name, dir, tag } of others) {
    const input = field(name);
    expect([name, input.dir, input.lang]).toEqual([name, dir, tag]);
  }
  expect(field('العربية').value).toBe('المدفوعات');
  expect(screen.getByText('1 of 25')).toBeTruthy();
});

test('what is typed is sent with what was there, in the order of languages', async () => {
  const server = await drawForm({ [CHANGE]: ({ names }) => ({ ...TAB, names }) });
  type('Deutsch', 'Zahlungen');
  type('简体中文', '支付');
  tap('Save');
  await waitFor(() => expect(server.sent(CHANGE)).toHaveLength(1));
  expect(lastOf(server, CHANGE)).toEqual({
    names: [{ lang: 'zh-cn', name: '支付' }, { lang: 'de', name: 'Zahlungen' }, ARABIC],
  });
  await screen.findByText('3 of 25');
});

test('a name that is emptied is taken away, and the last one leaves an empty list', async () => {
  const server = await drawForm({ [CHANGE]: ({ names }) => ({ ...TAB, names }) });
  type('العربية', '  ');
  tap('Save');
  await waitFor(() => expect(lastOf(server, CHANGE)).toEqual({ names: [] }));
  await screen.findByText('0 of 25');
});

test('another name alone is sent alone', async () => {
  const server = await drawForm({ [CHANGE]: ({ currency_name }) => ({ ...TAB, currency_name, names: [] }) });
  type('Name', 'Paying');
  tap('Save');
  await waitFor(() => expect(lastOf(server, CHANGE)).toEqual({ currency_name: 'Paying' }));
  // The server took the names away.
  await screen.findByText('0 of 25');
  expect(field('العربية').value).toBe('');
});

test('a new row is sent with its names', async () => {
  const server = await drawForm({ 'POST /currencies': (body) => ({ ...TAB, ...body }) }, 'create');
  type('Name', 'Metals');
  type('Deutsch', 'Metalle');
  tap('Create');
  await waitFor(() =>
    expect(server.sent('POST /currencies')).toEqual([
      { currency_name: 'Metals', names: [{ lang: 'de', name: 'Metalle' }] },
    ]),
  );
});

test('a refusal is read in the field, which opens', async () => {
  await drawForm({
    [CHANGE]: () => {
      throw refusal(422, { reason: 'bad_text', field: 'names', title: 'A name is too long.' });
    },
  });
  type('Deutsch', 'x'.repeat(80));
  tap('Save');
  const words = await screen.findByText('A name is too long.');
  expect(words.getAttribute('role')).toBe('alert');
  const group = screen.getByRole('group', { name: 'Names in other languages' });
  expect(group.closest('details')?.open).toBe(true);
  expect(group.getAttribute('aria-describedby')).toBe(words.parentElement?.id);
});
