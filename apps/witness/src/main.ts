import { once } from 'node:events';
import { readConfig } from './config.ts';
import { holdFolder } from './hold-folder.ts';
import { openKey } from './key-file.ts';
import { folderMemory } from './memory.ts';
import { createWitnessServer, type LogEvent } from './serve.ts';
import { Witness } from './witness.ts';

// `npm run witness`: cosigns the checkpoints of logs (PROOF 4). Prints `ready URL VKEY`; events go to standard error.

const log: LogEvent = (event, fields) => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`);
};

async function run(): Promise<void> {
  const { port, host, name, folder, keyFile, logs } = readConfig(process.env);
  await holdFolder(folder);
  const key = openKey(keyFile, name);
  const witness = new Witness({ key, logs, memory: folderMemory(folder), nowMs: () => Date.now() });
  const server = createWitnessServer(witness, log);
  server.listen(port, host);
  await once(server, 'listening');
  // What is in flight is answered first; no request takes longer than the server's limit.
  const end = (): unknown => server.close(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const address = server.address();
  const bound = typeof address === 'object' ? address?.port : port;
  process.stdout.write(`ready http://${host.includes(':') ? `[${host}]` : host}:${bound} ${key.vkey}\n`);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
