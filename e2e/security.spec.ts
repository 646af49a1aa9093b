import { expect, test } from './support/journey.ts';
import { PASSWORD } from './support/member.ts';
import { announced } from './support/screen.ts';

test.use({ as: 'newcomer' });

test('the payment password is set with the login password, and every place says that it is', async ({
  page,
  member,
}) => {
  await page.goto('/');
  await page.locator('header h1 button').click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Security.*Payment password not set/ })
    .click();
  await expect(page).toHaveTitle('Plimsoll · Security');
  await page.getByRole('link', { name: /Payment password.*Not set/ }).click();

  const next = page.getByRole('textbox', { name: 'New payment password' });
  const again = page.getByRole('textbox', { name: 'Confirm new password' });
  await page.getByRole('button', { name: 'Set payment password' }).click();
  await announced(page, 'Enter your login password');
  await expect(again).toHaveAccessibleDescription('Confirm the new password');
  await page.getByRole('textbox', { name: 'Login password' }).fill('not4this');
  await next.fill('Anchor7down');
  await again.fill('Anchor8down');
  await page.getByRole('button', { name: 'Set payment password' }).click();
  await expect(again).toHaveAccessibleDescription('The two passwords differ');
  await again.fill('Anchor7down');
  await page.getByRole('button', { name: 'Set payment password' }).click();
  await expect(page.getByRole('textbox', { name: 'Login password' })).toHaveAccessibleDescription(
    'Incorrect login password',
  );

  await page.getByRole('textbox', { name: 'Login password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set payment password' }).click();
  await expect(page).toHaveURL('/security');
  await expect(page.getByRole('link', { name: /Payment password.*Set/ })).toBeVisible();
  expect(await member.obtain('getusr')).toMatchObject({ have_pay: 1 });
});

test('a changed login password leads to the login, where only the new one is accepted', async ({ page, member }) => {
  await page.goto('/modifyPwd');
  const current = page.getByRole('textbox', { name: 'Current login password' });
  await current.fill(PASSWORD);
  await expect(current).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).first().click();
  await expect(current).toHaveAttribute('type', 'text');
  await page.getByRole('textbox', { name: 'New login password' }).fill('Keel8under');
  await page.getByRole('textbox', { name: 'Confirm new password' }).fill('Keel8under');
  await page.getByRole('button', { name: 'Change login password' }).click();
  await expect(page).toHaveURL('/login');
  expect(await member.ask('getusr')).toMatchObject({ code: 401 });

  await page.getByRole('textbox', { name: 'Email or phone' }).fill(member.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await announced(page, 'Incorrect username or password');
  await page.getByRole('textbox', { name: 'Password' }).fill('Keel8under');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
});

test('the way to the payment password stands there only while it is asked for', async ({ page }) => {
  await page.route('**/api/getSetting', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, traders_password_switch: 0 } } });
  });
  await page.goto('/security');
  await expect(page.getByRole('link', { name: /Login password/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Payment password/ })).toHaveCount(0);
});
