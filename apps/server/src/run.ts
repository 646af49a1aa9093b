import { readConfig } from './config.ts';
import { ConfigError } from './environment.ts';
import { systemClock } from './platform/clock.ts';
import { forceFullGc } from './platform/force-full-gc.ts';
import { openLog } from './platform/log.ts';
import { RefusedStart } from './platform/refused-start.ts';
import { serviceManager } from './platform/service-manager.ts';
import { startServer } from './server.ts';

/** Time for requests in flight after SIGTERM. */
const FINISH_WITHIN_MS = 9_500;

/** A sentence for expected errors; others keep their trace. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof RefusedStart) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Reads the environment, opens the server, and closes it at SIGTERM and SIGINT. Exits with 1 and a sentence when it
 * does not open.
 */
export async function run(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = openLog(undefined, config.logLevel);
    const manager = serviceManager(process.env, systemClock, log);
    const server = await startServer(config, {
      clock: systemClock,
      log,
      say: (line) => process.stdout.write(`${line}\n`),
    });
    let ending = false;
    const end = () => {
      if (ending) return;
      ending = true;
      manager.stopping();
      setTimeout(() => process.exit(1), FINISH_WITHIN_MS).unref();
      server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'server shutdown failed');
          process.exit(1);
        },
      );
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
    forceFullGc();
    process.stdout.write(`ready ${server.url}\n`);
    manager.ready();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
