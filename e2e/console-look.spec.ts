import type { Page } from '@playwright/test';
import { complaints, looksAt } from './support/axe.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test as consoleJourney } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { registerMember } from './support/member.ts';
import { enterConsole, makeOperator, type Operator } from './support/operator.ts';
import { announced } from './support/screen.ts';
import { storageFor } from './support/screens.ts';
import { furnish } from './support/trader.ts';
import { account, available, rows } from './support/wallet.ts';
import { watch } from './support/watch.ts';

interface Crew {
  readonly owner: Operator;
  readonly proposer: Operator;
  readonly approver: Operator;
  readonly viewer: Operator;
}

// In order on one server: a server of its own would take longer than each of these journeys.
consoleJourney.describe.configure({ mode: 'default' });

const test = consoleJourney.extend<object, { crew: Crew }>({
  crew: [
    async ({ server }, give) => {
      const owner = await enterConsole(server.url);
      await owner.enrol();
      await give({
        owner,
        proposer: await makeOperator(server.url, owner, 'm.okafor', 'treasurer'),
        approver: await makeOperator(server.url, owner, 'a.lindqvist', 'treasurer'),
        viewer: await makeOperator(server.url, owner, 'v.lookout', 'viewer'),
      });
    },
    { scope: 'worker' },
  ],
});

const numberOf = async (operator: Operator, email: string): Promise<number> => {
  const { list } = await operator.call<{ list: { id: number }[] }>('GET', `/members?q=${encodeURIComponent(email)}`);
  return list[0]?.id ?? 0;
};
const first = async (operator: Operator, path: string): Promise<number> =>
  (await operator.call<{ list: { id: number }[] }>('GET', path)).list[0]?.id ?? 0;
const valueOf = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd');

test('a row that is opened before its search is sent stays open, on however busy a machine', async ({
  browser,
  server,
  crew,
}) => {
  const { email } = await registerMember(server.url, { funded: false });
  const page = await (await consoleContext(browser, server.url, crew.owner)).newPage();
  await openScreen(page, 'members');
  const row = page.getByRole('link', { name: email });
  await expect(row).toBeVisible();
  await page.getByRole('searchbox', { name: 'Username or member ID' }).fill(email);
  await row.evaluate((link: HTMLElement) => {
    link.click();
    // Longer than a search waits for more typing, so that it is due before the member's page is rendered.
    const end = performance.now() + 400;
    while (performance.now() < end);
  });
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/operator/members/${await numberOf(crew.owner, email)}`));
  await page.context().close();
});

test('a correction is proposed by one treasurer and posted by another; the member finds it among the bills, and the ledger shows its journal', async ({
  browser,
  server,
  crew,
}) => {
  const member = await registerMember(server.url, { funded: true });
  const number = await numberOf(crew.owner, member.email);
  const proposing = await consoleContext(browser, server.url, crew.proposer);
  const approving = await consoleContext(browser, server.url, crew.approver);
  const troubles = [await watch(proposing), await watch(approving)];

  const page = await proposing.newPage();
  await openScreen(page, 'members');
  await page.getByRole('searchbox', { name: 'Username or member ID' }).fill(member.email);
  await expect(page.getByRole('row').filter({ hasText: '@' })).toHaveCount(1);
  await page.getByRole('link', { name: member.email }).click();
  await expect(page).toHaveURL(new RegExp(`/operator/members/${number}`));
  await page.getByRole('region', { name: 'Balances, Funds' }).getByRole('link', { name: 'Correct' }).click();
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveAccessibleDescription('Enter a valid amount');
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.5');
  await page.getByRole('textbox', { name: 'Remark' }).fill('Counted twelve and a half short');
  await expect(
    page.getByText(`On approval: 12.50 USDT from house account “rewards” to ${member.email}, funds.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  await announced(page, 'Proposal submitted. Another operator must approve it.');
  await expect(page).toHaveURL(/\/corrections\/\d+/);
  await expect(page.getByRole('button', { name: 'Another operator must approve' })).toBeDisabled();
  await expect(page.getByText('You proposed this, so another operator must give the second approval.')).toBeVisible();
  expect((await available(member))[1]).toBe('10000.00000000');

  const second = await approving.newPage();
  await openScreen(second, new URL(page.url()).pathname.replace('/operator/', ''));
  await expect(second.getByText('“Counted twelve and a half short”')).toBeVisible();
  await second.getByRole('textbox', { name: 'Remark' }).fill('seen on the statement');
  await second.getByRole('button', { name: 'Approve and post' }).click();
  await expect(second.getByText(/^Posted once, as journal \d+$/)).toBeVisible();
  expect((await available(member))[1]).toBe('10012.50000000');
  await expect(page.getByText(/^Posted once, as journal \d+$/)).toBeVisible();

  await second
    .getByText(/^Posted once, as journal/)
    .getByRole('link')
    .click();
  await expect(second).toHaveURL(/\/ledger\/\d+/);
  const lines = second.getByRole('region', { name: 'Journal lines' });
  await expect(lines.getByRole('row').nth(1)).toContainText(/House, rewards.*, funds.*12\.50000000.*USDT/);
  await expect(valueOf(second, 'Initiated by')).toHaveText('operator a.lindqvist');
  // The member's bill leads to the same journal.
  await openScreen(second, `members/${number}?tab=bills`);
  const bill = second.getByRole('row').filter({ hasText: 'Balance adjustment' });
  await expect(bill).toContainText('+12.50000000');
  await bill.getByRole('link').click();
  await expect(lines).toBeVisible();

  const ashore = await browser.newContext({
    baseURL: server.url,
    storageState: storageFor(server.url, { theme: 'night', language: 'en', token: member.token }),
  });
  const phone = await ashore.newPage();
  await phone.goto(account('1'));
  await expect(rows(phone, 'Transactions').first()).toContainText(/Balance adjustment/);
  const { list: notices } = await member.obtain('getNoticeList', { page: '1', limit: '10' });
  expect(JSON.stringify(notices)).toContain('12.5');
  expect(troubles.flatMap(({ unexpected }) => unexpected)).toEqual([]);
  await Promise.all([proposing.close(), approving.close(), ashore.close()]);
});

test('freezing a member ends their session, and unfreezing lets them log in again', async ({
  browser,
  server,
  crew,
}) => {
  const member = await registerMember(server.url, { funded: true });
  const number = await numberOf(crew.owner, member.email);
  const ashore = await browser.newContext({
    baseURL: server.url,
    storageState: storageFor(server.url, { theme: 'night', language: 'en', token: member.token }),
  });
  const phone = await ashore.newPage();
  await phone.goto('/assets');
  await expect(phone.getByRole('main').getByRole('listitem').first()).toBeVisible();

  const context = await consoleContext(browser, server.url, crew.proposer);
  const page = await context.newPage();
  await openScreen(page, `members/${number}`);
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: `Freeze ${member.email}?` });
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('asked for by the member');
  await dialog.getByRole('button', { name: 'Freeze', exact: true }).click();
  await announced(page, `${member.email} is frozen and logged out`);
  await expect(page.getByRole('button', { name: 'Unfreeze' })).toBeVisible();
  await expect(valueOf(page, 'Active sessions')).toHaveText('0');
  await phone.reload();
  await expect(phone).toHaveURL(/\/login/);

  await page.getByRole('button', { name: 'Unfreeze' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unfreeze' }).click();
  await expect(page.getByRole('button', { name: 'Freeze', exact: true })).toBeVisible();
  await Promise.all([context.close(), ashore.close()]);
});

test('the balances add up to zero, to the last place, and the report says so first', async ({
  browser,
  server,
  crew,
}) => {
  const context = await consoleContext(browser, server.url, crew.viewer);
  const page = await context.newPage();
  await openScreen(page, 'balances');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('All coins add up to zero');
  const sums = page.getByRole('region', { name: 'Balance check per coin' });
  const { list } = await crew.viewer.call<{ list: { coin: string; difference: string }[] }>('GET', '/reports/balances');
  await expect(sums.getByRole('row')).toHaveCount(list.length + 1);
  for (const { coin } of list)
    await expect(
      sums
        .getByRole('row')
        .filter({ has: page.getByText(coin, { exact: true }) })
        .getByRole('cell')
        .last(),
    ).toHaveText('0.00000000');

  await page.route('**/operator/api/reports/balances', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { list: object[] };
    await route.fulfill({
      response,
      json: { list: answer.list.map((each, at) => (at === 1 ? { ...each, difference: '-0.00000001' } : each)) },
    });
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('1 coin does not add up');
  await expect(sums.getByRole('row').nth(1)).toContainText('0.00000001');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

test('only an owner may propose a house posting, and a viewer has no buttons', async ({ browser, server, crew }) => {
  const member = await registerMember(server.url, { funded: true });
  const number = await numberOf(crew.owner, member.email);
  const owning = await consoleContext(browser, server.url, crew.owner);
  const page = await owning.newPage();
  await openScreen(page, 'house-postings/create');
  await page.getByRole('textbox', { name: 'Amount' }).fill('250');
  await page.getByRole('textbox', { name: 'Remark' }).fill('for the spring');
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  // The list beside the form has it before the form gives way to it.
  await expect(page).toHaveURL(/\/house-postings\/\d+/);
  await expect(page.getByRole('row').filter({ hasText: 'Rewards' }).first()).toContainText('+250.00000000');
  const posting = new URL(page.url()).pathname.replace('/operator/', '');

  const looking = await consoleContext(browser, server.url, crew.viewer);
  const look = await looking.newPage();
  await openScreen(look, `members/${number}`);
  await expect(look.getByRole('heading', { name: 'Profile' })).toBeVisible();
  for (const name of ['Freeze', 'Propose a correction', 'No changes', 'Correct'])
    await expect(look.getByRole('main').getByText(name, { exact: true })).toHaveCount(0);
  await openScreen(look, posting);
  await expect(look.getByText('A higher role must approve')).toBeVisible();
  await expect(look.getByRole('button', { name: /^(Approve and post|Reject|Withdraw proposal)$/ })).toHaveCount(0);
  await openScreen(look, 'corrections');
  await expect(look.getByRole('link', { name: 'Propose a correction' })).toHaveCount(0);
  // Opening the address directly offers no more than the missing buttons.
  await openScreen(look, 'corrections/create');
  await expect(look.getByText('Your role cannot propose this.')).toBeVisible();
  await expect(look.getByRole('button', { name: 'Propose', exact: true })).toHaveCount(0);
  await Promise.all([owning.close(), looking.close()]);
});

test('a member’s history is one link from their page, each order leads to its journals, and an option shows its settlement', async ({
  browser,
  server,
  crew,
}) => {
  const member = await registerMember(server.url, { funded: true });
  await furnish(member);
  const number = await numberOf(crew.owner, member.email);
  const context = await consoleContext(browser, server.url, crew.viewer);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, `members/${number}`);
  await page.getByRole('link', { name: /^Spot orders.*open/ }).click();
  await expect(page.getByRole('button', { name: `Only member ${number}` })).toBeVisible();
  const list = page.getByRole('region', { name: 'Spot orders' });
  await expect(list.getByRole('row')).toHaveCount(8);
  await page.getByRole('button', { name: 'Cancelled' }).click();
  await expect(list.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const journals = page.getByRole('region', { name: 'Journals' });
  await expect(journals.getByRole('row')).toHaveText([/Journal/, /Spot order placed/, /Spot order cancelled/]);
  await journals.getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Journal lines' }).getByRole('row').nth(1)).toContainText(
    /available.*frozen/,
  );
  await expect(valueOf(page, 'Held for')).toContainText('spot');

  // One that is still open when it is looked at; the others have begun above, and end by themselves.
  const { order_id: open } = await member.obtain('creatorder', { m_id: '1', ctime: '600', ctzed: '10', buytype: '1' });
  // The expiry is unknown before the line is drawn.
  await expect
    .poll(async () => (await member.obtain('getHyOrderInfo', { order_id: String(open) })).linetime)
    .not.toBeNull();
  await openScreen(page, `option-orders/${open}`);
  await expect(page.getByText(/^Expires at .* The last price by then is the exit price/)).toBeVisible();
  const settled = () => first(crew.viewer, `/option-orders?member_id=${number}&status=2`);
  await expect.poll(settled, { timeout: 60_000 }).toBeGreaterThan(0);
  await openScreen(page, `option-orders/${await settled()}`);
  await expect(page.getByText(/The last tick by .* was no\. \d+ of/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Deciding ticks' }).getByRole('row')).toHaveText([
    /Tick/,
    /^Entry/,
    /^Exit/,
  ]);
  await expect(page.getByRole('region', { name: 'Journals' }).getByRole('row')).toHaveText([
    /Journal/,
    /Option placed/,
    /Option settled/,
  ]);
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const language of ['en', 'ar'] as const) {
  test(`every read-only screen is accessible, from a desktop to a phone and in large type: ${language}`, async ({
    browser,
    server,
    crew,
  }) => {
    test.setTimeout(240_000);
    const member = await registerMember(server.url, { funded: true });
    await furnish(member);
    const number = await numberOf(crew.owner, member.email);
    const correction = (
      await crew.proposer.call<{ id: number }>('POST', '/corrections', {
        member_id: number,
        type: '1',
        c_id: '1',
        amount: '-2',
        remark: 'Counted twice',
      })
    ).id;
    const posting = (
      await crew.owner.call<{ id: number }>('POST', '/house-postings', {
        account: 'fees',
        c_id: '1',
        amount: '3',
        remark: 'for the spring',
      })
    ).id;
    const screens = [
      'members',
      `members/${number}`,
      `members/${number}?tab=bills`,
      `members/${number}?tab=history`,
      `members/${number}?tab=sessions`,
      `spot-orders/${await first(crew.viewer, '/spot-orders')}`,
      `option-orders/${await first(crew.viewer, '/option-orders')}`,
      `transfers/${await first(crew.viewer, '/transfers')}`,
      'member-transfers',
      `ledger/${await first(crew.viewer, '/ledger')}`,
      `ledger-accounts?member=${number}`,
      'corrections/create',
      `corrections/${correction}`,
      `house-postings/${posting}`,
      'balances',
      'exposure',
      'proposals',
      `proposals/${await first(crew.approver, '/proposals')}`,
    ];
    const context = await consoleContext(browser, server.url, crew.approver, { language });
    const trouble = await watch(context);
    const page = await context.newPage();
    for (const [place, screen] of screens.entries()) {
      await page.setViewportSize({ width: 1440, height: 980 });
      await openScreen(page, screen);
      for (const [width, type] of [
        [1024, ''],
        [390, ''],
        [1440, '200%'],
        [1440, ''],
      ] as const) {
        await page.setViewportSize({ width, height: 980 });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, type);
        expect(await sideways(page), `${screen}, ${width} ${type}`).toBeLessThanOrEqual(0);
      }
      // The frame around it is viewed with the other screens.
      for (const look of looksAt(place).filter((each) => each.language === language)) {
        await page.evaluate((next) => {
          document.documentElement.dataset['theme'] = next;
        }, look.theme);
        expect(await complaints(page, 'main'), `${screen}, ${look.theme}`).toEqual([]);
      }
    }
    expect(trouble.unexpected).toEqual([]);
    await context.close();
  });
}
