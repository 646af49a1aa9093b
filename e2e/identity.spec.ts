import type { Page } from '@playwright/test';
import type { AuditLine } from '@plimsoll/contract/operator';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { enterConsole, makeOperator } from './support/operator.ts';
import { picture } from './support/picture.ts';
import { runAudit } from './support/run-audit.ts';
import { announced, dismiss } from './support/screen.ts';
import { watch } from './support/watch.ts';

test.use({ as: 'newcomer' });

const SIDES = ['Front of your ID', 'Back of your ID'] as const;
const name = (page: Page) => page.getByRole('textbox', { name: 'Real name' });
const side = (page: Page, label: (typeof SIDES)[number]) => page.getByRole('group', { name: label });
const send = (page: Page) => page.getByRole('button', { name: 'Submit for review' });

async function addSide(page: Page, label: (typeof SIDES)[number], seed: number): Promise<void> {
  await side(page, label)
    .locator('input')
    .setInputFiles({ name: `${seed}.png`, mimeType: 'image/png', buffer: picture(seed) });
  await expect(side(page, label).getByRole('status')).toHaveText('Uploaded');
}

async function openPanel(page: Page): Promise<void> {
  await page.goto('/');
  const panel = page.getByRole('dialog');
  // The panel stays open for the visit: on a return it covers its button a moment after the page is drawn.
  await expect(async () => {
    if (!(await panel.isVisible())) await page.locator('header h1 button').click({ timeout: 2000 });
    await panel.waitFor({ timeout: 2000 });
  }).toPass();
}
const panelRow = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('a, div')
    .filter({ hasText: /^Identity/ })
    .last();

test('a member applies, is refused with a reason, applies again and is certified; each look at the pictures is in the log', async ({
  page,
  member,
  server,
  browser,
}) => {
  const owner = await enterConsole(server.url);
  const clerk = await makeOperator(server.url, owner, 'a.lindqvist', 'clerk');
  const { id: memberId } = await member.obtain('getusr');

  await openPanel(page);
  await page.getByRole('link', { name: /^Identity/ }).click();
  await expect(page).toHaveURL('/real_authentication');
  await expect(page).toHaveTitle('Plimsoll · Identity verification');
  // Missing fields are reported one by one, beside the field and as a toast.
  await send(page).click();
  await dismiss(page, 'Enter your real name');
  await expect(name(page)).toHaveAccessibleDescription(/Enter your real name/);
  await name(page).fill('Lea Hansen');
  await send(page).click();
  await dismiss(page, 'Add the front of your ID');
  await addSide(page, 'Front of your ID', 401);
  await send(page).click();
  await dismiss(page, 'Add the back of your ID');
  await addSide(page, 'Back of your ID', 402);
  await side(page, 'Back of your ID').getByRole('button', { name: 'Remove' }).click();
  await send(page).click();
  await dismiss(page, 'Add the back of your ID');
  await addSide(page, 'Back of your ID', 403);
  await send(page).click();
  await dismiss(page, 'Identity submitted for review');
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Verification status' }).locator('[aria-current=step]')).toContainText(
    'Under review',
  );
  await expect(page.getByText('L*** H***')).toBeVisible();
  await expect(send(page)).toHaveCount(0);
  await openPanel(page);
  await expect(panelRow(page)).toContainText('Under review');
  await expect(page.getByRole('dialog').getByRole('link', { name: /^Identity/ })).toHaveCount(0);

  const context = await consoleContext(browser, server.url, clerk);
  const trouble = await watch(context);
  const consolePage = await context.newPage();
  await openScreen(consolePage, '');
  const tile = consolePage
    .getByRole('navigation', { name: 'Review' })
    .getByRole('link', { name: /Identity checks/ })
    .last();
  await expect(tile).toContainText('1');
  await openScreen(consolePage, 'identities');
  await consolePage.getByRole('row').filter({ hasText: 'Lea Hansen' }).getByRole('link').click();
  for (const what of ['ID front', 'ID back']) {
    await expect(consolePage.getByRole('img', { name: new RegExp(`^${what}`) })).toHaveJSProperty('naturalWidth', 600);
  }
  await consolePage.getByRole('button', { name: 'View full size: ID back' }).click();
  await expect(consolePage.getByRole('button', { name: 'Fit to panel: ID back' })).toBeVisible();
  await expect(consolePage.getByRole('list', { name: 'Checks' })).toContainText('Images are different');
  trouble.expect(/status of 422/);
  await consolePage.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(consolePage.getByText('Enter a reason: the member will read it')).toBeVisible();
  await consolePage.getByRole('textbox', { name: 'Remark' }).fill('The name is spelled Hanson on the card');
  await consolePage.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(consolePage.getByText(`Rejected by ${clerk.username}`)).toBeVisible();

  expect((await member.obtain('getNoticeList')).list).toMatchObject([
    { title: 'Verification rejected', content: expect.stringContaining('spelled Hanson') as unknown },
  ]);
  await openPanel(page);
  await expect(panelRow(page)).toContainText('Rejected');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Identity/ })
    .click();
  await expect(page.getByText('Reason: The name is spelled Hanson on the card')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your submission' }).getByRole('img')).toHaveCount(2);
  for (const each of await page.getByRole('region', { name: 'Your submission' }).getByRole('img').all())
    await expect(each).toHaveJSProperty('naturalWidth', 600);
  await expect(name(page)).toHaveValue('Lea Hansen');
  await name(page).fill('Lea Hanson');
  await addSide(page, 'Front of your ID', 404);
  await addSide(page, 'Back of your ID', 405);
  await send(page).click();
  await dismiss(page, 'Identity submitted for review');

  // By keyboard: to the row, open it, on to the button.
  await openScreen(consolePage, 'identities');
  await consolePage.getByRole('row').filter({ hasText: 'Lea Hanson' }).waitFor();
  await consolePage.keyboard.press('j');
  await consolePage.keyboard.press('Enter');
  const others = consolePage.getByRole('region', { name: `Other applications of ${member.email}` });
  await expect(others.getByRole('row').filter({ hasText: 'Lea Hansen' })).toContainText(
    'The name is spelled Hanson on the card',
  );
  await consolePage.getByRole('button', { name: 'Approve', exact: true }).focus();
  await consolePage.keyboard.press('Enter');
  await expect(consolePage.getByText(`Approved by ${clerk.username}`)).toBeVisible();
  await openScreen(consolePage, `members/${memberId}`);
  await expect(consolePage.getByRole('definition').filter({ hasText: 'Applications' })).toContainText('Verified');
  await consolePage.getByRole('link', { name: 'Applications' }).click();
  await expect(consolePage.getByRole('row').filter({ hasText: 'Lea Hanson' })).toBeVisible();

  await expect(page.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible({ timeout: 20_000 });
  await openPanel(page);
  await expect(panelRow(page)).toContainText('Verified');

  // Each picture of both applications was opened once, by a named operator.
  const { list } = await owner.call<{ list: AuditLine[] }>('GET', '/audit?limit=50');
  const views = list.filter(({ action, resource }) => action === 'view' && resource === 'identities');
  const looked = views.map(({ username, ref, after }) => `${username} ${ref} ${(after as { image: string }).image}`);
  const refs = [...new Set(views.map(({ ref }) => ref))];
  expect(refs).toHaveLength(2);
  for (const ref of refs)
    for (const image of ['front_card', 'back_card']) expect(looked).toContain(`${clerk.username} ${ref} ${image}`);
  await openScreen(consolePage, 'audit');
  await expect(consolePage.getByRole('row').filter({ hasText: 'viewed an image of' }).first()).toContainText(
    'identity',
  );
  expect(trouble.unexpected).toEqual([]);
  await context.close();
  expect(await runAudit({ DATA_DIR: server.dataDir })).toBe(true);
});

test('certification_switch off: no link leads there and the page says so; on again, an application is unchanged', async ({
  page,
  member,
  server,
}) => {
  const owner = await enterConsole(server.url);
  await owner.call('PATCH', '/settings', { certification_switch: 0 });
  try {
    await openPanel(page);
    await expect(page.getByRole('link', { name: 'Withdrawal address' })).toBeVisible();
    await expect(page.getByRole('dialog').getByText('Identity')).toHaveCount(0);
    await page.goto('/real_authentication');
    await expect(page.getByRole('heading', { name: 'Identity verification is currently closed' })).toBeVisible();
    await expect(send(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Contact support' }).click();
    await announced(page, 'Please contact support');
    expect(await member.ask('usrsetreal', { real_name: 'Lea', front_card: 'none', back_card: 'none' })).toMatchObject({
      code: 0,
      reason: 'bad_image',
    });
  } finally {
    await owner.call('PATCH', '/settings', { certification_switch: 1 });
  }
  await page.goto('/real_authentication');
  await expect(name(page)).toBeVisible();
});
