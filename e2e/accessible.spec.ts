import type { BrowserContext } from '@playwright/test';
import { complaints, isWhole, looksAt } from './support/axe.ts';
import { expect, test as journey } from './support/journey.ts';
import { registerMember, type Member } from './support/member.ts';
import { LAYOUT } from './support/layout.ts';
import { entriesFor, SCREENS, show, type Viewer } from './support/screens.ts';
import { Stage } from './support/stage.ts';
import { furnish } from './support/trader.ts';
import { watch } from './support/watch.ts';

interface Kept {
  readonly viewers: Readonly<Record<Viewer, Member | undefined>>;
  readonly stages: ReadonlyMap<string, Stage>;
}

const LANGUAGES = ['en', 'ar'] as const;
/** Made once per worker. */
const test = journey.extend<object, Kept>({
  viewers: [
    async ({ server }, give) => {
      const trader = await registerMember(server.url, { funded: true });
      await furnish(trader);
      await give({ visitor: undefined, newcomer: await registerMember(server.url, { funded: false }), trader });
    },
    { scope: 'worker' },
  ],
  stages: [
    async ({ browser, server }, give) => {
      const stages = new Map<string, Stage>();
      const contexts: BrowserContext[] = [];
      for (const language of LANGUAGES) {
        const context = await browser.newContext({
          baseURL: server.url,
          viewport: { width: 360, height: 740 },
          reducedMotion: 'reduce',
          // A service worker would fetch the whole app for each state.
          serviceWorkers: 'block',
        });
        contexts.push(context);
        const trouble = await watch(context);
        // Some states are made by aborting requests.
        trouble.expect(/net::ERR_/);
        stages.set(language, new Stage(context, trouble));
      }
      await give(stages);
      for (const context of contexts) await context.close();
    },
    { scope: 'worker' },
  ],
});

const ways = (place: number): string =>
  isWhole
    ? 'by night and day, from either side'
    : looksAt(place)
        .map(({ language, theme }) => `by ${theme}, from the ${language === 'en' ? 'left' : 'right'}`)
        .join();

for (const [place, screen] of SCREENS.entries()) {
  test(`${screen.name} can be used by everyone on a narrow phone, ${ways(place)}`, async ({ stages, viewers }) => {
    for (const { language, theme } of looksAt(place)) {
      const stage = stages.get(language) as Stage;
      const page = await stage.clear(entriesFor({ theme, language, token: viewers[screen.as]?.token }));
      const before = stage.trouble.unexpected.length;
      try {
        await show(page, screen);
        expect(await page.evaluate(LAYOUT), language).toEqual([]);
        expect(await complaints(page), `${language}, ${theme}`).toEqual([]);
        expect(stage.trouble.unexpected.slice(before)).toEqual([]);
      } finally {
        if (screen.isLasting) await stage.leave();
      }
    }
  });
}
