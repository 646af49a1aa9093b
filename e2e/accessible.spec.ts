import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test as journey } from './support/journey.ts';
import { registerMember, type Member } from './support/member.ts';
import { SCREENS, show, storageFor, type Viewer } from './support/screens.ts';
import { furnish } from './support/trader.ts';
import { watch } from './support/watch.ts';

/** The members that screens are looked at as, made once for each worker. */
const test = journey.extend<object, { viewers: Readonly<Record<Viewer, Member | undefined>> }>({
  viewers: [async ({ server }, give) => {
    const trader = await registerMember(server.url, { funded: true });
    await furnish(trader);
    await give({ visitor: undefined, newcomer: await registerMember(server.url, { funded: false }), trader });
  }, { scope: 'worker' }],
});

/** What axe finds. It takes a drawing that is cut out by a mask for its whole box, so these are left out of sight. */
async function complaints(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(() => { for (const each of document.querySelectorAll<HTMLElement>('[style*="mask-image"]')) each.style.visibility = 'hidden'; });
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`));
}

/** What sticks out of the page's width, and whether the button that sends can be tapped in its middle. */
function misplaced(): string[] {
  const found: string[] = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page scrolls sideways by ${wide}`);
  const isClipped = (element: Element): boolean => {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, position, clip } = getComputedStyle(each);
      if (overflowX !== 'visible' || (position === 'absolute' && clip !== 'auto') || each.hasAttribute('inert')) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll('main *, [role=dialog] *')) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 1 && (left < -0.5 || right > innerWidth + 0.5) && !isClipped(element)) found.push(`sticks out: ${element.outerHTML.slice(0, 120)}`);
  }
  for (const button of document.querySelectorAll('main button[type=submit]')) {
    if (document.querySelector('[role=dialog]')) break;
    button.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = button.getBoundingClientRect();
    for (const [x, y] of [[0.5, 0.5], [0.05, 0.2], [0.95, 0.8]] as const) {
      const there = document.elementFromPoint(left + width * x, top + height * y);
      if (!there || !button.contains(there)) found.push(`the submit button is covered by ${there?.outerHTML.slice(0, 120)}`);
    }
  }
  return found;
}

for (const screen of SCREENS) {
  test(`${screen.name} can be used by everyone, by night and day, in both directions, on the narrowest phone`, async ({ browser, server, viewers }) => {
    for (const language of ['en', 'ar']) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 360, height: 740 },
        reducedMotion: 'reduce',
        // It would fetch the whole app for each state.
        serviceWorkers: 'block',
        storageState: storageFor(server.url, { theme: 'night', language, token: viewers[screen.as]?.token }),
      });
      const trouble = await watch(context);
      // Some states are made by cutting the page off.
      trouble.expect(/net::ERR_/);
      const page = await context.newPage();
      await show(page, screen);
      expect(await page.evaluate(misplaced), language).toEqual([]);
      expect(await complaints(page), `${language}, night`).toEqual([]);
      // The day changes colours and nothing else.
      await page.evaluate(() => { document.documentElement.dataset['theme'] = 'day'; });
      expect(await complaints(page, ['color-contrast']), `${language}, day`).toEqual([]);
      expect(trouble.unexpected).toEqual([]);
      await context.close();
    }
  });
}
