import type { Page } from '@playwright/test';
import { change } from './answers.ts';
import { untilMet } from './screen.ts';

export const SUBMIT = 'main button[type=submit]';
export const SPOT = '#spot-order';

export const listed = (page: Page) => page.locator('main ul li').first().waitFor();
/** The ranking on home, with its stars. */
export const ranked = (page: Page) => page.locator('#ranking button[aria-pressed]').first().waitFor();
/** Rows with their stars, one of them on. */
export const starred = (page: Page) => page.locator('main li button[aria-pressed=true]').first().waitFor();
/** A coin's chart has its bars. */
export const coinDrawn = (page: Page) => page.locator('main [role=slider] ~ div > dl').waitFor();
/** The spot form has prices, book and balance. */
export const tradable = async (page: Page) => {
  await page.locator(`${SUBMIT}:not([disabled])`).waitFor();
  await page.locator(`${SPOT} .marks button:not([disabled])`).first().waitFor();
};
export const dialog = (page: Page) => page.getByRole('dialog').waitFor();

export async function openPanel(page: Page): Promise<void> {
  await page.locator('header h1 button').click();
  await dialog(page);
}

export const openChart = (page: Page) => page.locator('header button[aria-expanded=false]').click();

export async function openTab(page: Page, at: number): Promise<void> {
  await page.getByRole('tab').nth(at).click();
  await page.locator('#spot-orders li, #spot-orders h2').first().waitFor();
}

/** A record, or the message that there is none. */
export const recorded = (page: Page) => page.locator('main li, [role=tabpanel] h2').first().waitFor();
export const move = (page: Page) => page.locator('#move-funds').waitFor();
export const convertible = (page: Page) => page.locator(`${SUBMIT}:not([disabled])`).waitFor();
export const sendable = (page: Page) => page.locator('#send').waitFor();

export async function findReceiver(page: Page): Promise<void> {
  await sendable(page);
  await page.locator('#send input').first().fill('tide_runner@quay.example');
  await page.locator('#send input').first().press('Enter');
  await page.locator('#send .bg-water-tint').waitFor();
}

export const atAccount = (id: string, name: string, type: string) =>
  `/trade-account?${new URLSearchParams({ id, name, type, usd: '0', conversion: '0' })}`;

export const UP = 'button.bg-up-fill';
/** Up and down, in the bar under the chart. */
export const DIRECTIONS = 'main button:is(.bg-up-fill, .bg-dn-fill)';
export const placeable = (page: Page) => page.locator(`${DIRECTIONS}:not([disabled])`).first().waitFor();

export async function writeOption(page: Page): Promise<void> {
  await page.locator('main button.hull').first().click();
  await page.locator('[role=dialog] [role=group]').first().getByRole('button').nth(1).click();
  await page.locator('[role=dialog] [role=group]').nth(1).getByRole('button').nth(1).click();
}

export async function confirmOption(page: Page): Promise<void> {
  await page.locator(`[role=dialog] ${UP}`).click();
  await page.getByRole('alertdialog').waitFor();
}

export async function placeOption(page: Page): Promise<void> {
  await placeable(page);
  await writeOption(page);
  await untilMet(page, 'creatorder', async () => {
    // A refusal, of a price too old for it, closes the question.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await confirmOption(page);
    await page.locator(`[role=alertdialog] ${UP}`).click();
  });
  await page.locator('[role=dialog] [role=timer]').waitFor();
}

export async function settledOptions(page: Page): Promise<void> {
  await page.getByRole('tab').nth(1).click();
  await page.locator('#options-orders article').first().waitFor({ timeout: 60_000 });
}

export async function goOffline(page: Page): Promise<void> {
  await listed(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.locator('.bg-warn-tint:visible').first().waitFor();
}

/** Shows a page changed terms for withdrawing a coin. */
export const termsWith = (other: object) =>
  change('**/api/getUserCoinBalance', (data: object) => ({ ...data, ...other }));

export const openRecord = (at: number) => async (page: Page) => {
  await page.locator('main li > button').nth(at).click();
  await dialog(page);
};

/** Every screen of the shell, of membership, of the market list and of spot, with its sheets, popups and states. */
