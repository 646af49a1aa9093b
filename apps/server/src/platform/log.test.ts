import { expect, test } from 'vitest';
import { DatabaseSilent } from './database-silent.ts';
import { openLog } from './log.ts';

function logged(details: object): Record<string, unknown> {
  const lines: string[] = [];
  openLog({
    write: (line: string) => {
      lines.push(line);
    },
  }).info(details, 'seen');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

test('an event is one line of JSON with level, time, process and message', () => {
  expect(logged({ market: 'btcusdt' })).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    pid: process.pid,
    market: 'btcusdt',
    msg: 'seen',
  });
});

test('no secret gets into the log, at the top or inside', () => {
  const hidden = {
    token: 'HUSH',
    password: 'HUSH',
    paypwd: 'HUSH',
    code: 'HUSH',
    body: { password: 'HUSH', code: 'HUSH' },
    request: { headers: { authorization: 'HUSH', token: 'HUSH' } },
  };
  expect(JSON.stringify(logged(hidden))).not.toContain('HUSH');
});

test('what fails because the database is silent is not logged again', () => {
  const lines: string[] = [];
  const log = openLog({ write: (line: string) => void lines.push(line) });
  log.error({ err: new DatabaseSilent('silent') }, 'writing prices failed, retrying');
  log.error({ err: new Error('another') }, 'writing prices failed, retrying');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('another');
});

test('an error keeps its code', () => {
  expect(logged({ err: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })).toMatchObject({
    err: { code: 'ECONNREFUSED', message: 'no' },
  });
});

test.each([
  ['info', ['info', 'error']],
  ['error', ['error']],
  ['silent', []],
] as const)('at %s lower levels are left out', (level, logged) => {
  const lines: string[] = [];
  const log = openLog(
    {
      write: (line: string) => {
        lines.push(line);
      },
    },
    level,
  );
  log.info({}, 'seen');
  log.error({}, 'gone wrong');
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(logged);
});
