import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '../platform/log.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';

const HASH = '$argon2id$v=19$m=19456,t=2,p=1$of-lea$keel';
let database: TestDatabase;
const lines: string[] = [];
const log = openLog({
  write: (line: string) => {
    lines.push(line);
  },
});

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a database error is logged without the row that caused it', async () => {
  const statement = {
    name: 'matrix.broken',
    text: `insert into member (username, email, password_hash, invite_code, created_at) values ('lea@quay.example', 'lea@quay.example', $1, 'small', now())`,
  };
  const error: unknown = await database.db.run(statement, [HASH]).catch((each: unknown) => each);
  log.error({ err: error, call: 'register' }, 'member call failed');
  log.error({ err: new Error('a journal failed', { cause: error }) }, 'member call failed');
  expect(lines.join('')).toContain('member_invite_code_check');
  expect(lines.join('')).not.toMatch(/argon2id|lea@quay/);
});

test('bad addresses and Redis commands are logged without their contents', () => {
  lines.length = 0;
  const unread = Object.assign(new TypeError('Invalid URL'), { input: 'redis://lea:hush@quay' });
  log.error({ err: unread }, 'nobody there');
  log.error(
    { err: Object.assign(new Error('no'), { command: { name: 'evalsha', args: ['hush'] } }) },
    'the bus failed',
  );
  expect(lines.join('')).not.toContain('hush');
  expect(lines.join('')).toContain('evalsha');
});
