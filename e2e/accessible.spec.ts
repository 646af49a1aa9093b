import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as journey } from './support/journey.ts';
import { registerMember, type Member } from './support/member.ts';
import { misplaced } from './support/layout.ts';
import { entriesFor, SCREENS, show, type Viewer } from './support/screens.ts';
import { furnish } from './support/trader.ts';
import { watch, type Trouble } from './support/watch.ts';

/** A browser in which screens are looked at one after another: code that was fetched and read for one is there for the next. */
interface Stage {
  readonly context: BrowserContext;
  readonly trouble: Trouble;
}

interface Kept {
  /** The members that screens are looked at as. */
  readonly viewers: Readonly<Record<Viewer, Member | undefined>>;
  readonly stages: ReadonlyMap<string, Stage>;
}

const LANGUAGES = ['en', 'ar'] as const;
/**
 * One direction a state, in turns, so that every screen is seen in both; every state in both with `npm run accessible`, which takes twice
 * as long.
 */
const isWhole = process.env['EVERY_DIRECTION'] === '1';
const languagesOf = (place: number) => (isWhole ? LANGUAGES : LANGUAGES.slice(place % 2, place % 2 + 1));

/** All of it made once for each worker. */
const test = journey.extend<object, Kept>({
  viewers: [async ({ server }, give) => {
    const trader = await registerMember(server.url, { funded: true });
    await furnish(trader);
    await give({ visitor: undefined, newcomer: await registerMember(server.url, { funded: false }), trader });
  }, { scope: 'worker' }],
  stages: [async ({ browser, server }, give) => {
    const stages = new Map<string, Stage>();
    for (const language of LANGUAGES) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 360, height: 740 },
        reducedMotion: 'reduce',
        // It would fetch the whole app for each state.
        serviceWorkers: 'block',
      });
      const trouble = await watch(context);
      // Some states are made by cutting the page off.
      trouble.expect(/net::ERR_/);
      stages.set(language, { context, trouble });
    }
    await give(stages);
    for (const { context } of stages.values()) await context.close();
  }, { scope: 'worker' }],
});

/** Sets what the app keeps, once for a page: nothing is left of what was looked at before. */
function dress(entries: readonly { readonly name: string; readonly value: string }[]): void {
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('dressed') !== null) return;
  localStorage.clear();
  for (const { name, value } of entries) localStorage.setItem(name, value);
  sessionStorage.setItem('dressed', '');
}

/** What axe finds. It takes a drawing that is cut out by a mask for its whole box, so these are left out of sight. */
async function complaints(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(() => { for (const each of document.querySelectorAll<HTMLElement>('[style*="mask-image"]')) each.style.visibility = 'hidden'; });
  // There are no frames to gather from, and what passes need not be told.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`));
}

for (const [place, screen] of SCREENS.entries()) {
  test(`${screen.name} can be used by everyone, by night and day, on the narrowest phone, from ${isWhole ? 'either side' : place % 2 === 0 ? 'the left' : 'the right'}`, async ({ stages, viewers }) => {
    for (const language of languagesOf(place)) {
      const { context, trouble } = stages.get(language) as Stage;
      const before = trouble.unexpected.length;
      const page = await context.newPage();
      await page.addInitScript(dress, entriesFor({ theme: 'night', language, token: viewers[screen.as]?.token }));
      try {
        await show(page, screen);
        expect(await page.evaluate(misplaced), language).toEqual([]);
        expect(await complaints(page), `${language}, night`).toEqual([]);
        // The day changes colours and nothing else.
        await page.evaluate(() => { document.documentElement.dataset['theme'] = 'day'; });
        expect(await complaints(page, ['color-contrast']), `${language}, day`).toEqual([]);
        expect(trouble.unexpected.slice(before)).toEqual([]);
      } finally {
        await page.close();
        await context.setOffline(false);
      }
    }
  });
}
