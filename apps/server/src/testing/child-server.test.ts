import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { listen } from './child-server.ts';

const SILENT = '{"level":50,"msg":"database does not answer, calls that need it are refused until it does"}\n';
const AGAIN = '{"level":30,"afterMs":900,"msg":"database answers again"}\n';
const REFUSED = '{"level":50,"err":{"message":"the database does not answer"},"msg":"a turn failed"}\n';

test('silences of the database are counted over all that a server wrote, however much came between', async () => {
  const child = { stdout: new PassThrough(), stderr: new PassThrough() };
  const { silences, faults, output } = listen(child);
  child.stdout.write(SILENT.slice(0, 40));
  child.stdout.write(SILENT.slice(40) + REFUSED);
  child.stderr.write('a line of another stream\n'.repeat(1_000));
  await vi.waitFor(() => expect(silences()).toEqual({ silent: 1, again: 0 }));
  child.stdout.write(`${REFUSED.repeat(200)}${AGAIN}${REFUSED.repeat(200)}${SILENT}end`);
  await vi.waitFor(() => expect(output()).toMatch(/end$/));
  expect([silences(), faults()]).toEqual([{ silent: 2, again: 1 }, []]);
});
