import pg from 'pg';
import { expect, test } from 'vitest';
import { CommitUncertain, openDb } from '../db.ts';
import { isUnavailable } from './errors.ts';

const databaseError = (code: string) => Object.assign(new pg.DatabaseError('a message', 0, 'error'), { code });

test.each([
  ['an end by its operator', databaseError('57P01')],
  ['a start that is not over', databaseError('57P03')],
  ['no room for a connection', databaseError('53300')],
  ['a primary that is not it yet, or no longer', databaseError('25006')],
  ['a race lost again and again', databaseError('40001')],
  ['a transaction that stood for too long', databaseError('25P03')],
  ['a refused connection', Object.assign(new Error('no'), { code: 'ECONNREFUSED' })],
  ['both addresses refused', new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })])],
  ['an address that cannot be reached', Object.assign(new Error('no'), { code: 'EHOSTUNREACH' })],
  ['a socket that is gone', Object.assign(new Error('no'), { code: 'ENOENT' })],
  ['a write behind the end of a connection', Object.assign(new Error('no'), { code: 'ERR_STREAM_DESTROYED' })],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['an uncertain commit', new CommitUncertain('the connection broke at the commit')],
])('%s means: not now', (_what, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ['a broken rule of the schema', databaseError('23514')],
  ['a statement that is wrong', databaseError('42601')],
  ['a fault of ours', new TypeError('x is not a function')],
  ['no error at all', 'Connection terminated unexpectedly'],
])('%s means: broken', (_what, error) => {
  expect(isUnavailable(error)).toBe(false);
});

test('an unreachable database is unavailable', async () => {
  const db = openDb('postgres://nobody@127.0.0.1:1/none');
  const error = await db.run({ name: 'x', text: 'select 1' }).catch((thrown: unknown) => thrown);
  await db.close();
  expect(isUnavailable(error)).toBe(true);
});

test('a connection that was given up is unavailable', async () => {
  const client = new pg.Client('postgres://nobody@127.0.0.1:1/none');
  await client.end();
  expect(isUnavailable(await client.query('select 1').catch((thrown: unknown) => thrown))).toBe(true);
});
