import { rmSync } from 'node:fs';
import { CONSOLE_ENV } from './operator.ts';
import { SEEDED, startFreshServer } from './server.ts';

/**
 * Once before all journeys: a folder as a server on the calm market leaves it. Theirs begin from copies of it, which
 * takes a third of what making a database and filling a month of candles does; what a first start does is tried in
 * tests of its own.
 */
export default async function seeded(): Promise<() => void> {
  const { child, dataDir } = await startFreshServer({ env: CONSOLE_ENV });
  await child.stop();
  process.env[SEEDED] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
