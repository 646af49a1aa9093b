import { test as base, expect } from '@playwright/test';
import { enterDemo, registerMember, type Member } from './member.ts';
import { START_MS, startFreshServer, type FreshServer } from './server.ts';
import { watch, type Trouble } from './watch.ts';

export interface JourneyOptions {
  /** Who looks: a visitor, a member newly registered, one with the demo's 10 000 USDT, or the demo's own member. */
  readonly as: 'visitor' | 'newcomer' | 'member' | 'demo';
}

export interface JourneyParts {
  /** What goes wrong in the pages; the journey fails with it. */
  readonly trouble: Trouble;
  /** The member who looks, from outside the browser. Not for visitors. */
  readonly member: Member;
  /** The member, or nobody. */
  readonly reader: Member | undefined;
}

async function readerOf(as: JourneyOptions['as'], url: string): Promise<Member | undefined> {
  switch (as) {
    case 'visitor': return undefined;
    case 'newcomer': return registerMember(url, { funded: false });
    case 'member': return registerMember(url, { funded: true });
    case 'demo': return enterDemo(url);
  }
}

/** A journey in the browser; `test.use({ as: 'member' })` says whose. */
export const test = base.extend<JourneyOptions & JourneyParts, { server: FreshServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs: nothing
  server: [async ({}, give) => {
    const server = await startFreshServer();
    await give(server);
    await server.stop();
  }, { scope: 'worker', timeout: START_MS }],

  as: ['visitor', { option: true }],
  baseURL: async ({ server }, give) => give(server.url),
  reader: async ({ as, server }, give) => give(await readerOf(as, server.url)),
  member: async ({ reader }, give) => {
    if (!reader) throw new Error('a visitor is no member');
    await give(reader);
  },
  storageState: async ({ reader, server }, give) =>
    give({ cookies: [], origins: reader ? [{ origin: server.url, localStorage: [{ name: 'token', value: reader.token }] }] : [] }),
  trouble: [async ({ context }, give) => {
    const trouble = await watch(context);
    await give(trouble);
    expect(trouble.unexpected, 'nothing goes wrong in the page').toEqual([]);
  }, { auto: true }],
});

export { expect };
