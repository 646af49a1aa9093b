import { consoleContext } from './support/console-screen.ts';
import { complaints } from './support/axe.ts';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { enterConsole, makeOperator } from './support/operator.ts';
import { announced } from './support/screen.ts';
import { watch } from './support/watch.ts';

test('an operator sets a passkey, logs in with it, shows it again where a fresh factor is asked for, and removes it', async ({
  browser,
  server,
}) => {
  // Passkeys need a host name.
  const home = server.url.replace('127.0.0.1', 'localhost');
  const operator = await makeOperator(server.url, await enterConsole(server.url), 'k.boatswain', 'clerk');
  const context = await consoleContext(browser, home, undefined);
  const trouble = await watch(context);
  trouble.expect(/status of 401/, /status of 403/);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const enter = async () => {
    await page.goto('/operator/me');
    await page.getByLabel('Username', { exact: true }).fill(operator.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(operator.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  await enter();
  const pane = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
  const add = async (name: string) => {
    await pane.getByRole('textbox', { name: 'Passkey name' }).fill(name);
    await pane.getByRole('textbox', { name: 'Current password' }).fill(operator.password);
    await pane.getByRole('button', { name: 'Add a passkey' }).click();
  };
  await add('Key in the drawer');
  await announced(page, 'Passkey added');
  await expect(pane.getByRole('listitem')).toContainText('Key in the drawer');
  expect(await complaints(page)).toEqual([]);

  await page.getByRole('button', { name: /k.boatswain/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  // A page that is loaded before the logout is over is still logged in.
  await expect(page.getByRole('heading', { name: 'Operator login' })).toBeVisible();
  await enter();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(pane.getByRole('listitem')).toHaveCount(1);

  // As after five minutes.
  await page.route(
    '**/operator/api/operators/me/passkeys/*/remove',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: { type: '/problems/factor_needed', title: 'A fresh one', status: 403, reason: 'factor_needed' },
      }),
    { times: 1 },
  );
  await pane.getByRole('button', { name: 'Remove “Key in the drawer”' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove passkey Key in the drawer?' })
    .getByRole('textbox', { name: 'Current password' })
    .fill(operator.password);
  await page
    .getByRole('alertdialog', { name: 'Remove passkey Key in the drawer?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page
    .getByRole('alertdialog', { name: 'Confirm with your passkey' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await expect.poll(() => operator.call('GET', '/operators/me/passkeys')).toMatchObject({ total: 0 });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(pane.getByRole('listitem')).toHaveCount(0);
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});
