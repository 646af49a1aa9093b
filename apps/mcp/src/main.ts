import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { assistantServer } from './assistant-server.ts';
import { readConfig } from './config.ts';
import { Exchange } from './exchange.ts';
import { KeptPlans } from './plans.ts';

// `npm run --silent mcp`: tools of one member's key for an assistant, over standard input and output (docs/API.md). What
// goes wrong is written to standard error.

const PACKAGE = z.object({ version: z.string() });
const version = (): string =>
  PACKAGE.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;

async function run(): Promise<void> {
  const exchange = new Exchange(readConfig(process.env), {
    nowMs: () => Date.now(),
    fetch: globalThis.fetch,
    pause: (ms) => delay(ms),
  });
  const {
    list: [key],
  } = await exchange.call('getKeys', {});
  if (!key) throw new Error('the key is not known');
  await assistantServer({ exchange, plans: new KeptPlans() }, key, version()).connect(new StdioServerTransport());
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
