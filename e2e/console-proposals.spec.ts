import type { SettingsItem } from '@plimsoll/contract/operator';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test as consoleJourney } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { enterConsole, makeOperator, type Operator } from './support/operator.ts';
import { announced } from './support/screen.ts';
import { watch } from './support/watch.ts';

consoleJourney.describe.configure({ mode: 'default' });

const test = consoleJourney.extend<object, { crew: { readonly owner: Operator; readonly second: Operator } }>({
  crew: [
    async ({ server }, give) => {
      const owner = await enterConsole(server.url);
      await owner.enrol();
      await give({ owner, second: await makeOperator(server.url, owner, 'k.second', 'owner') });
    },
    { scope: 'worker' },
  ],
});

const WORDS = {
  en: {
    proposed: 'Proposal submitted. Another operator must approve it.',
    yours: 'You proposed this: another operator must decide',
    approve: 'Approve',
    done: (name: string) => `Approved by ${name}`,
  },
  ar: {
    proposed: 'قُدِّم الاقتراح. يجب أن يوافق عليه مشغّل آخر.',
    yours: 'أنت من اقترح هذا: يجب أن يبتّ فيه مشغّل آخر',
    approve: 'موافقة',
    done: (name: string) => `وافق عليه \u2068${name}\u2069`,
  },
} as const;

for (const [language, threshold] of [
  ['en', '750'],
  ['ar', '850'],
] as const) {
  test(`a threshold is proposed by one owner, seen side by side by another, and holds from then on: ${language}`, async ({
    browser,
    server,
    crew,
  }) => {
    const words = WORDS[language];
    const [proposing, approving] = [
      await consoleContext(browser, server.url, crew.owner, { language }),
      await consoleContext(browser, server.url, crew.second, { language, theme: 'day' }),
    ];
    const troubles = [await watch(proposing), await watch(approving)];
    const settings = () => crew.owner.call<SettingsItem>('GET', '/settings');
    const page = await proposing.newPage();
    await openScreen(page, 'settings');
    await page.locator('#setting-four_eyes_threshold').getByRole('textbox').fill(threshold);
    await page.getByRole('main').locator('.sticky').getByRole('button').last().click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await announced(page, words.proposed);
    await expect(page).toHaveURL(/\/proposals\/\d+/);
    await expect(page.getByText(words.yours)).toBeVisible();
    await expect(page.getByRole('button', { name: words.approve, exact: true })).toBeDisabled();
    const before = (await settings()).four_eyes_threshold;
    expect(before).not.toBe(`${threshold}.00000000`);

    const other = await approving.newPage();
    await openScreen(other, 'proposals');
    await other.getByRole('row').filter({ hasText: threshold }).getByRole('link').first().click();
    await expect(
      other
        .getByRole('main')
        .getByRole('row')
        .filter({ hasText: Number(before).toLocaleString('en-US') })
        .last(),
    ).toContainText(threshold);
    await other.getByRole('button', { name: words.approve, exact: true }).click();
    await expect(other.getByText(words.done(crew.second.username))).toBeVisible();
    await expect(page.getByText(words.done(crew.second.username))).toBeVisible();
    expect((await settings()).four_eyes_threshold).toBe(`${threshold}.00000000`);
    expect(troubles.flatMap(({ unexpected }) => unexpected)).toEqual([]);
    await Promise.all([proposing.close(), approving.close()]);
  });
}
