import { test as base, expect, type Request } from '@playwright/test';
import { enterDemo, registerMember, type Member } from './member.ts';
import { START_MS, startFreshServer, type FreshServer } from './server.ts';
import { watch, type Trouble } from './watch.ts';

export interface JourneyOptions {
  /** A visitor, a new member, one with the demo's 10 000 USDT, or the demo's own member. */
  readonly as: 'visitor' | 'newcomer' | 'member' | 'demo';
  /** Whether new notices pop up; by default off, as they would cover what a journey tests. */
  readonly popUps: boolean;
}

export interface JourneyParts {
  readonly trouble: Trouble;
  /** The member, outside the browser. Not for visitors. */
  readonly member: Member;
  readonly reader: Member | undefined;
}

async function readerOf(as: JourneyOptions['as'], url: string): Promise<Member | undefined> {
  switch (as) {
    case 'visitor':
      return undefined;
    case 'newcomer':
      return registerMember(url, { funded: false });
    case 'member':
      return registerMember(url, { funded: true });
    case 'demo':
      return enterDemo(url);
  }
}

/** True of the request for the pop-up. */
export const isPoll = (request: Request): boolean =>
  request.url().endsWith('/api/getNoticeList') && request.postData() === 'page=1&limit=1';

/**
 * Runs in the page: answers requests for the pop-up with nothing. A route would do the same, but disables the browser's
 * cache, and each load would fetch the whole app again.
 */
function withoutPopUps(): void {
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const isPoll =
      typeof input === 'string' &&
      input.endsWith('/api/getNoticeList') &&
      init?.body instanceof URLSearchParams &&
      init.body.toString() === 'page=1&limit=1';
    return isPoll ? Promise.resolve(Response.json({ code: 1, msg: '', data: { list: [] } })) : send(input, init);
  };
}

/** A journey in the browser; `test.use({ as: 'member' })` chooses the member. */
export const test = base.extend<JourneyOptions & JourneyParts, { server: FreshServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs: nothing
    async ({}, give) => {
      const server = await startFreshServer();
      await give(server);
      await server.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],

  as: ['visitor', { option: true }],
  popUps: [false, { option: true }],
  baseURL: async ({ server }, give) => give(server.url),
  reader: async ({ as, server }, give) => give(await readerOf(as, server.url)),
  member: async ({ reader }, give) => {
    if (!reader) throw new Error('a visitor is no member');
    await give(reader);
  },
  storageState: async ({ reader, server }, give) =>
    give({
      cookies: [],
      origins: reader ? [{ origin: server.url, localStorage: [{ name: 'token', value: reader.token }] }] : [],
    }),
  trouble: [
    async ({ context, popUps }, give) => {
      const trouble = await watch(context);
      if (!popUps) await context.addInitScript(withoutPopUps);
      await give(trouble);
      // What polls ask of the journey's routes when it is over is no part of it.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(trouble.unexpected, 'nothing goes wrong in the page').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
