import { readConfig } from '../apps/server/src/config.ts';
import { onDatabase } from './audit/find-database.ts';
import { messageOf } from './message-of.ts';
import { printTrace } from './trace/print-trace.ts';
import { readRequest, readTrace, TRACED, type Trace } from './trace/read-trace.ts';

// `npm run trace -- order N`, `-- option N`, `-- request ID` (docs/TRACING.md): follows one from the click by its fills,
// journals and links of the chain to the public log, by the server's variables, on a running server too. It only reads.
// Exit code 0: found, 1: there is none, 2: it could not run.

const ID = /^[1-9]\d{0,17}$/;
const REQUEST = /^[A-Za-z0-9._-]{8,64}$/;

async function look(): Promise<readonly Trace[]> {
  const [, , what, id = '', ...more] = process.argv;
  const kind = TRACED.find((each) => each === what);
  if (kind === undefined || !(kind === 'request' ? REQUEST : ID).test(id) || more.length > 0)
    throw new Error('say which: npm run trace -- order <id>, option <id> or request <name>');
  return onDatabase(readConfig(process.env), (db) =>
    db.snapshot(async (tx) => {
      if (kind === 'request') return readRequest(tx, id);
      const trace = await readTrace(tx, kind, id);
      return trace ? [trace] : [];
    }),
  );
}

try {
  const traces = await look();
  for (const trace of traces) for (const line of printTrace(trace)) process.stdout.write(`${line}\n`);
  if (traces.length === 0) process.stderr.write('There is none.\n');
  process.exitCode = traces.length > 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`Nothing could be followed: ${messageOf(error)}\n`);
  process.exitCode = 2;
}
