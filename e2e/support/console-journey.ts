import { test as journey } from './journey.ts';
import { CONSOLE_ENV } from './operator.ts';
import { START_MS, startFreshServer, type FreshServer } from './server.ts';

/** A journey on a server with console operators, one journey at a time. */
export const test = journey.extend<object, { server: FreshServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs: nothing
    async ({}, give) => {
      const server = await startFreshServer({ env: CONSOLE_ENV });
      await give(server);
      await server.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
});
