import { operatorCalls } from '@plimsoll/contract/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../platform/db.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';

// No role, call or table lets an operator choose an outcome, a fill price or a balance (docs/wire/operator.md).

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const CHOICE =
  /outcome|win|odds|profit|ploss|price|balance|available|frozen|exit|entry|settle|fill|result|close|tick|force|bias/i;

/** Every name in a schema, nested ones included. */
function namesIn(schema: unknown, above = ''): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Readonly<Record<string, unknown>>).flatMap(([name, inner]) => [
      `${above}${name}`,
      ...namesIn(inner, `${above}${name}.`),
    ]);
  }
  if (schema instanceof z.ZodArray) return namesIn(schema.element, above);
  if (schema instanceof z.ZodPipe) return [...new Set([...namesIn(schema.in, above), ...namesIn(schema.out, above)])];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return namesIn(schema.unwrap(), above);
  return [];
}
const writing = operatorCalls.filter(({ method }) => method !== 'GET');

test('no console call accepts an outcome, an execution price or a balance', () => {
  const fields = writing.flatMap((call) =>
    namesIn(call.input).map((name) => `${call.path.split('/')[1] ?? ''}.${name}`),
  );
  expect(fields).toContain('corrections.amount');
  // Bounds of what is offered, price steps, the distance of limits, and how amounts are shown.
  expect([...new Set(fields.filter((name) => CHOICE.test(name.split('.').slice(1).join('.'))))].sort()).toEqual([
    'loan-projects.maxprice',
    'loan-projects.minprice',
    'markets.price_step',
    'mining-products.max_price',
    'mining-products.min_price',
    'settings.hy_price_type',
    'settings.price_band',
    'staking-projects.staking_info.min_price',
  ]);
});

test('orders, options, the journal, transfers and balances are read-only in the console', () => {
  const looked = ['spot-orders', 'option-orders', 'ledger', 'transfers', 'reports', 'audit', 'overview'];
  const touched = writing
    .map(({ method, path }) => `${method} ${path}`)
    .filter(
      (each) =>
        looked.some((resource) => each.includes(`/${resource}`)) || /balance|bills|ticks|books|candles/.test(each),
    );
  expect(touched).toEqual([]);
  expect(operatorCalls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/session']);
});

test('money is moved by two operators: every call with an amount for a member or a house account waits for another', () => {
  const moving = writing
    .filter((call) => namesIn(call.input).includes('amount'))
    .map(({ method, path, status }) => `${method} ${path} ${status}`);
  expect(moving.sort()).toEqual([
    'POST /corrections 202',
    'POST /house-postings 202',
    'POST /recharges/{id}/approve 200',
  ]);
});

test('the server’s database role may rewrite no outcome, price or balance except an option’s end and an order’s filled amount', async () => {
  const rows = await database.db.run(
    sql<{ column: string }>(
      'test.rewritable',
      `
    select table_name || '.' || column_name as column from information_schema.column_privileges
    where table_schema = 'public' and grantee = 'plimsoll_app' and privilege_type = 'UPDATE' order by 1`,
    ),
  );
  expect(rows.map(({ column }) => column).filter((column) => CHOICE.test(column.split('.')[1] ?? ''))).toEqual([
    // The running candle, what is offered from now on, and who is frozen.
    'candle.close',
    'market.price_step',
    'member.frozen',

    // An option's end, which the database compares with the tape (features/options/no-choice.test.ts).
    'option_order.entry_price',
    'option_order.exit_mark',
    'option_order.exit_price',
    'option_order.exit_seq',
    'option_order.outcome',
    'option_order.profit',
    'option_order.settled_at',
    // How far an order is filled, not at what price.
    'spot_order.filled',
    'spot_order.fills',
    'spot_order.limit_price',
  ]);
});

test('the server’s database role may delete expired rows such as sessions and old candles, and no records', async () => {
  const rows = await database.db.run(
    sql<{ name: string }>(
      'test.deletable',
      `
    select table_name as name from information_schema.table_privileges where table_schema = 'public' and grantee = 'plimsoll_app' and privilege_type in ('DELETE', 'TRUNCATE') order by 1`,
    ),
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'candle',
    'candle_progress',
    'email_code',
    'favourite',
    'found_member',
    'idempotency_key',
    // Signatures of the last minutes, and switches of programs.
    'key_signature',
    'key_watch',
    'known_device',
    'login_ticket',
    'member_email_code',
    'operator_challenge',
    'operator_passkey',
    'operator_session',
    'passkey',
    'passkey_challenge',
    'passkey_login_used',
    'password_reset',
    'recovery_code',
    'recovery_code_used',
    'session',
    'sign_in',
    // What was delivered a week ago, or given up a month ago.
    'webhook_message',
  ]);
});
