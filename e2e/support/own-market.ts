import { expect, test, type Browser, type Page } from '@playwright/test';
import type { Member } from './member.ts';
import { START_MS, startFreshServer, type ServerOptions } from './server.ts';
import { watch, type Trouble } from './watch.ts';

interface Visit {
  readonly page: Page;
  readonly member: Member;
  readonly trouble: Trouble;
}

/** A journey on a server and market of its own, with the member that `enter` makes. */
export async function onOwnMarket(
  browser: Browser,
  options: ServerOptions,
  enter: (url: string) => Promise<Member>,
  journey: (visit: Visit) => Promise<void>,
): Promise<void> {
  test.setTimeout(test.info().timeout + START_MS);
  const server = await startFreshServer(options);
  try {
    const member = await enter(server.url);
    const storageState = {
      cookies: [],
      origins: [{ origin: server.url, localStorage: [{ name: 'token', value: member.token }] }],
    };
    const context = await browser.newContext({ baseURL: server.url, storageState });
    const trouble = await watch(context);
    await journey({ page: await context.newPage(), member, trouble });
    await context.close();
    expect(trouble.unexpected, 'nothing goes wrong in the page').toEqual([]);
  } finally {
    await server.stop();
  }
}
