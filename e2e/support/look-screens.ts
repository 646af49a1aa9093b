import type { Page } from '@playwright/test';
import { writeWithdrawal } from './funding-forms.ts';
import { findReceiver, SUBMIT } from './gestures.ts';
import { settingsWith, type Screen } from './screen-kind.ts';
import { costly } from './sent.ts';

const ask = async (page: Page): Promise<void> => {
  await page.locator(SUBMIT).click();
  await page.getByRole('dialog').waitFor();
};

/** The last look of every form that moves money, by a button and by a slide; a mispriced order is in `trading-screens`. */
export const LOOK_SCREENS: readonly Screen[] = [
  {
    name: 'look-convert',
    as: 'trader',
    path: '/exchangeb',
    before: settingsWith({ traders_password_switch: 0 }),
    async open(page) {
      await page.locator('#convert output').waitFor();
      await page.locator('#convert button.text-water').first().click();
      await page.locator('#convert output .n').waitFor();
      await ask(page);
    },
  },
  {
    name: 'look-move',
    as: 'trader',
    path: '/changemoney',
    async open(page) {
      await page.locator('#move-funds input').waitFor();
      await page.locator('#move-funds .ctl button.text-water').click();
      await ask(page);
    },
  },
  {
    name: 'look-lock',
    as: 'trader',
    path: '/lockming-application?id=1',
    async open(page) {
      await page.locator('#lock input[inputmode=decimal]').waitFor();
      await ask(page);
    },
  },
  {
    name: 'look-send',
    as: 'trader',
    path: '/transfer',
    before: costly,
    async open(page) {
      await findReceiver(page);
      await page.locator('#send .bg-water-tint button').click();
      await page.locator('#send input').nth(1).fill('250');
      await page.locator('#send input[type=password]').fill('Anchor7down');
      await ask(page);
    },
  },
  {
    name: 'look-withdraw-all',
    as: 'trader',
    path: '/withdrawal',
    async open(page) {
      await writeWithdrawal(page);
      await page.locator('#withdraw button.text-water').first().click();
      await ask(page);
      await page.getByRole('slider').waitFor();
    },
  },
];
