import { rmSync } from 'node:fs';
import { CONSOLE_ENV } from './operator.ts';
import { SEEDED, startFreshServer } from './server.ts';

/**
 * Before all journeys: makes a server's folder on the calm market, which their servers start from as a copy. That takes
 * a third of making a database with a month of candles; first starts are tested elsewhere.
 */
export default async function seeded(): Promise<() => void> {
  const { child, dataDir } = await startFreshServer({ env: CONSOLE_ENV });
  await child.stop();
  process.env[SEEDED] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
