import { WIDE } from './support/fonts.ts';
import { expect, test } from './support/journey.ts';
import { LAYOUT } from './support/layout.ts';
import { readyToWithdraw } from './support/operator.ts';
import { follow } from './support/follow.ts';
import { MEMBER_PATHS, titleAt } from './support/routes.ts';

test.use({ as: 'member', isMobile: false, hasTouch: false, viewport: { width: 360, height: 740 } });

for (const language of ['en', 'ar'] as const) {
  test(`in type of twice the size every route can be read on a narrow phone: ${language}`, async ({ page, member }) => {
    test.setTimeout(180_000);
    await readyToWithdraw(member);
    await page.addInitScript((code) => {
      localStorage.setItem('language', code);
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
      });
    }, language);
    const found: string[] = [];
    await page.goto('/');
    for (const path of MEMBER_PATHS) {
      await follow(page, { to: path, title: titleAt(path, language) });
      found.push(...(await page.evaluate<string[]>(LAYOUT)).map((each) => `${path}: ${each}`));
    }
    expect(found).toEqual([]);
  });
}

test('the wide font that layouts are looked at in is wider than the one that pages are set in', async ({ page }) => {
  await page.goto('/voids');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  const widthOf = () =>
    title.evaluate((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      return range.getBoundingClientRect().width;
    });
  const narrow = await widthOf();
  await page.evaluate((fonts) => {
    for (const [name, value] of Object.entries(fonts)) document.documentElement.style.setProperty(name, value);
  }, WIDE);
  const ratio = (await widthOf()) / narrow;
  expect(ratio).toBeGreaterThan(1.08);
  expect(ratio).toBeLessThan(1.4);
});
