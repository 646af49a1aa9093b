import { expect, test } from './support/journey.ts';

const FOR_MEMBERS = [
  '/exchange',
  '/trade-lst',
  '/options',
  '/assets',
  '/real_authentication',
  '/bindMentionAddress',
  '/bank',
  '/security',
  '/modifyPwd',
  '/resetLegalPwd',
  '/notify',
  '/introduction',
  '/invite',
  '/trade-account',
  '/changemoney',
  '/recharge',
  '/withdrawal',
  '/exchangeb',
  '/loans',
  '/loans-application',
  '/lockming',
  '/lockming-application',
  '/transfer',
  '/transfer-list',
  '/staking',
  '/staking-list',
];

test('a visitor of a page that is for members is sent to log in', async ({ page }) => {
  for (const path of FOR_MEMBERS) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Log in' }), path).toBeVisible();
  }
});

const FOR_ALL = [
  { path: '/', title: 'Plimsoll · Home', heading: 'A market you can check, tick by tick.' },
  { path: '/market', title: 'Plimsoll · Market', heading: 'Market' },
  { path: '/login', title: 'Plimsoll · Log in', heading: 'Log in' },
  { path: '/forgot', title: 'Plimsoll · Forgot password', heading: 'Forgot password' },
  { path: '/register', title: 'Plimsoll · Create account', heading: 'Create account' },
];

test("a visitor may see what is for all, under titles that begin with the site's name", async ({ page }) => {
  for (const { path, title, heading } of FOR_ALL) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(title);
  }
});

test('the logo leads a visitor to log in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Plimsoll, log in' }).click();
  await expect(page).toHaveURL('/login');
});

test('an address that names no page says so, and leads back home', async ({ page }) => {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await expect(page).toHaveTitle('Plimsoll · Page not found');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL('/');
});

test('after a navigation the next page is read from its top', async ({ page }) => {
  await page.goto('/market');
  await expect(page.getByRole('list', { name: 'Markets' }).getByRole('listitem').nth(8)).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});
