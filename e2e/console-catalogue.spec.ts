import type { Answer } from '@plimsoll/contract';
import type { Locator, Page } from '@playwright/test';
import { CATALOGUE_SCREENS, fillCatalogue } from './support/catalogue.ts';
import { complaints, looksAt } from './support/axe.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test as consoleJourney } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { registerMember, type Member } from './support/member.ts';
import { enterConsole, makeOperator, type Operator } from './support/operator.ts';
import { announced } from './support/screen.ts';
import { watch } from './support/watch.ts';

interface Crew {
  readonly owner: Operator;
  readonly second: Operator;
  readonly clerk: Operator;
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
        second: await makeOperator(server.url, owner, 'h.vane', 'owner'),
        clerk: await makeOperator(server.url, owner, 's.ibarra', 'clerk'),
      });
    },
    { scope: 'worker' },
  ],
});

async function read<Name extends 'getrecharge' | 'getSetting'>(
  url: string,
  name: Name,
  member: Member,
): Promise<Answer<Name>> {
  const response = await fetch(`${url}/api/${name}`, { headers: { Token: member.token } });
  return ((await response.json()) as { data: Answer<Name> }).data;
}

const HOUSE_ADDRESS = '0x9da909B0Ceb6b6303e0aEDf3c2f2e3F5bB3A2d11'.toLowerCase();
const submit = (page: Page, words = 'Create'): Promise<void> =>
  page.getByRole('button', { name: words, exact: true }).click();
const field = (page: Page, name: string): Locator => page.getByRole('main').getByLabel(name, { exact: true });

/** Another owner approves what was just proposed on the screen. */
async function approvedBy(second: Operator, page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/operator\/proposals\/\d+/);
  await second.call('POST', `/proposals/${new URL(page.url()).pathname.split('/').at(-1)}/approve`, { remark: 'seen' });
  await expect(page.getByText(`Approved by ${second.username}`)).toBeVisible();
}

test('an owner makes a coin, a network for it and a market, and members have them at once', async ({
  browser,
  server,
  crew,
}) => {
  const member = await registerMember(server.url, { funded: false });
  const context = await consoleContext(browser, server.url, crew.owner);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, 'coins');
  await page.getByRole('link', { name: 'New coin' }).click();
  await field(page, 'Symbol').fill('KEEL');
  await field(page, 'Decimals').fill('6');
  await field(page, 'Minimum withdrawal').fill('0.0000001');
  trouble.expect(/status of 422/);
  await submit(page);
  await expect(field(page, 'Minimum withdrawal')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Minimum withdrawal').fill('0.5');
  await submit(page);
  await approvedBy(crew.second, page);

  await openScreen(page, 'networks/create');
  await field(page, 'Coin').selectOption('KEEL');
  await field(page, 'Network').fill('ERC20');
  await field(page, 'Platform address').fill('0x12');
  await submit(page);
  await expect(field(page, 'Platform address')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Platform address').fill(HOUSE_ADDRESS);
  await submit(page);
  await approvedBy(crew.second, page);
  const { list: coins } = await read(server.url, 'getrecharge', member);
  expect(coins.find(({ title }) => title === 'KEEL')?.networkList).toMatchObject([
    { coin_net: 'ERC20', address: HOUSE_ADDRESS },
  ]);

  await openScreen(page, 'markets/create');
  await field(page, 'Symbol').fill('keelusdt');
  await field(page, 'Base coin').selectOption('KEEL');
  await field(page, 'Quote coin').selectOption('USDT');
  await field(page, 'Minimum order size').fill('0.5');
  await field(page, 'Quantity step').fill('0.5');
  await field(page, 'Price step').fill('0.0001');
  await expect(page.getByText('Equals 20%.')).toBeVisible();
  await submit(page);
  await approvedBy(crew.second, page);
  const { list: markets } = await crew.owner.call<{ list: { id: number; symbol: string }[] }>('GET', '/markets?q=keel');
  await openScreen(page, `markets/${markets[0]?.id}`);
  expect((await member.obtain('getMarketList')).list.map(({ symbol }) => symbol)).toContain('keelusdt');
  // Members no longer see a retired network; the list shows it by a filter that a link keeps.
  await page.getByRole('switch', { name: 'Active' }).setChecked(false);
  await submit(page, 'Save');
  await announced(page, 'Saved');
  expect((await member.obtain('getMarketList')).list.map(({ symbol }) => symbol)).not.toContain('keelusdt');
  await openScreen(page, `markets?filter=${encodeURIComponent(JSON.stringify({ status: '0' }))}`);
  await expect(page.getByRole('row').filter({ hasText: 'keelusdt' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'btcusdt' })).toHaveCount(0);
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

test('changed option terms are for new options: an open one keeps those it was placed on', async ({
  browser,
  server,
  crew,
}) => {
  const member = await registerMember(server.url, { funded: true });
  await member.obtain('transfer', { c_id: '1', num: '500', from_type: '1', to_type: '2' });
  await member.obtain('creatorder', { m_id: '1', ctime: '600', ctzed: '50', buytype: '1' });
  const { list: terms } = await crew.owner.call<{ list: { id: number; seconds: number; rate: string }[] }>(
    'GET',
    '/option-terms',
  );
  const term = terms.find(({ seconds }) => seconds === 600);
  const context = await consoleContext(browser, server.url, crew.owner);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, `option-terms/${term?.id}`);
  await field(page, 'Payout rate').fill('0.635');
  await expect(page.getByText('Equals 63.5%.')).toBeVisible();
  await submit(page, 'Save');
  await approvedBy(crew.second, page);
  const { hytime, hyrate } = await member.obtain('getHyConfig');
  expect(hyrate[hytime.indexOf(600)]).toBe('0.63500000');
  const { list: open } = await member.obtain('getHyOrderList', { status: '1' });
  expect(open.map(({ rate }) => rate)).toEqual([term?.rate]);
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

test('staking is offered for several durations, written in whatever digits', async ({ browser, server, crew }) => {
  const context = await consoleContext(browser, server.url, crew.owner);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, 'staking-projects/create');
  await field(page, 'Coin').selectOption('BTC');
  const duration = (at: number) => page.getByRole('group', { name: `Duration ${at}` });
  const write = async (at: number, [days, rate, min]: readonly [string, string, string]) => {
    await duration(at).getByLabel('Days').fill(days);
    await duration(at).getByLabel('Annual rate').fill(rate);
    await duration(at).getByLabel('Minimum, in the coin').fill(min);
  };
  await write(1, ['٣٠', '3,5', '0.01']);
  await page.getByRole('button', { name: 'Add a duration' }).click();
  await write(2, ['30', '5', '0.01']);
  trouble.expect(/status of 409/);
  await submit(page);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await duration(2).getByLabel('Days').fill('90');
  await submit(page);
  await expect(page).toHaveURL(/\/operator\/staking-projects\/\d+/);
  const made = await crew.owner.call('GET', `/staking-projects/${page.url().split('/').at(-1)}`);
  expect(made).toMatchObject({
    coin: 'BTC',
    staking_info: [
      { days: 30, interest_rate: '3.50000000' },
      { days: 90, interest_rate: '5.00000000' },
    ],
  });
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

test('a clerk writes one member a notice, cleaned before it is shown and kept, but changes no setting', async ({
  browser,
  server,
  crew,
}) => {
  const [member, other] = [
    await registerMember(server.url, { funded: false }),
    await registerMember(server.url, { funded: false }),
  ];
  const context = await consoleContext(browser, server.url, crew.clerk);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, 'notices/create');
  await page.getByRole('combobox', { name: 'Recipients' }).fill(member.email.slice(0, -3));
  await page.getByRole('option', { name: member.email }).click();
  await field(page, 'Title').fill('Your question');
  await field(page, 'Content').fill(
    '<p>It is <b>done</b>.<img src="/x" onerror="document.title=1"><script>document.title = 1</script></p>',
  );
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('It is done.')).toBeVisible();
  await expect(preview.getByText('Content that is not allowed')).toBeVisible();
  expect(await preview.innerHTML()).not.toMatch(/onerror|script/);
  // The browser reports inline handlers while the sanitiser parses them.
  trouble.expect(/inline event handler violates/);
  await submit(page);
  await expect(page).toHaveURL(/\/operator\/notices\/\d+/);
  await expect(page.getByText(`Only for ${member.email}.`)).toBeVisible();
  const { list } = await member.obtain('getNoticeList');
  expect(list.map(({ title }) => title)).toContain('Your question');
  expect(list.find(({ title }) => title === 'Your question')?.content).not.toMatch(/onerror|script/);
  expect((await other.obtain('getNoticeList')).list.map(({ title }) => title)).not.toContain('Your question');

  await openScreen(page, 'settings');
  await expect(page.getByText('Your role can view settings.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Convert' })).toBeDisabled();
  await openScreen(page, 'coins/1');
  await expect(page.getByText('Your role can view this but not change it.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New coin' })).toHaveCount(0);
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

test('a setting is shown before and after, changes on confirmation, and applies to members', async ({
  browser,
  server,
  crew,
}) => {
  const member = await registerMember(server.url, { funded: false });
  const context = await consoleContext(browser, server.url, crew.owner);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, 'settings');
  await page.getByRole('switch', { name: 'Convert' }).setChecked(false);
  await field(page, 'Spot fee').fill('1.5');
  await page.getByRole('button', { name: 'Review and save' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Change these settings?' });
  await expect(asked.getByRole('listitem')).toHaveText([/Spot fee.*0\.001.*1\.5/, /Convert.*on.*off/]);
  trouble.expect(/status of 422/);
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect(field(page, 'Spot fee')).toHaveAttribute('aria-invalid', 'true');
  expect((await read(server.url, 'getSetting', member)).flash_exchange_status).toBe(1);
  await field(page, 'Spot fee').fill('0.001');
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Review and save' }).click();
  await asked.getByRole('button', { name: 'Save' }).click();
  await announced(page, 'Settings saved');

  const members = await browser.newContext({
    baseURL: server.url,
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: [{ origin: server.url, localStorage: [{ name: 'token', value: member.token }] }],
    },
  });
  const home = await members.newPage();
  await home.goto('/');
  await expect(home.getByRole('link', { name: 'Transfer' }).first()).toBeVisible();
  await expect(home.getByRole('link', { name: 'Convert' })).toHaveCount(0);
  await crew.owner.call('PATCH', '/settings', { flash_exchange_status: 1 });
  expect(trouble.unexpected).toEqual([]);
  await Promise.all([members.close(), context.close()]);
});

test('a page script runs once another owner has seen what it changes and approved it, and any owner stops it', async ({
  browser,
  server,
  crew,
}) => {
  const member = await registerMember(server.url, { funded: false });
  const [proposers, approvers] = await Promise.all([
    consoleContext(browser, server.url, crew.owner),
    consoleContext(browser, server.url, crew.second),
  ]);
  const troubles = await Promise.all([watch(proposers), watch(approvers)]);
  const page = await proposers.newPage();
  await openScreen(page, 'scripts/create');
  await expect(page.getByText('It never runs on the login')).toBeVisible();
  await field(page, 'Script').fill('window.keel = 1;\n');
  await submit(page, 'Propose');
  await expect(page.getByText('another owner must approve it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
  expect((await read(server.url, 'getSetting', member)).custom_script_src).toBe('');

  const other = await approvers.newPage();
  await openScreen(other, new URL(page.url()).pathname.replace('/operator/', ''));
  await expect(other.getByText('window.keel = 1;')).toBeVisible();
  await other.getByRole('button', { name: 'Approve' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await announced(other, 'The script is running');
  expect((await read(server.url, 'getSetting', member)).custom_script_src).not.toBe('');

  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await announced(page, 'Revoked');
  expect((await read(server.url, 'getSetting', member)).custom_script_src).toBe('');
  for (const { unexpected } of troubles) expect(unexpected).toEqual([]);
  await Promise.all([proposers.close(), approvers.close()]);
});

test('every catalogue screen is accessible: dark and light, on a desktop and on a phone, in both directions', async ({
  browser,
  server,
  crew,
}) => {
  test.setTimeout(300_000);
  const screens = CATALOGUE_SCREENS(await fillCatalogue(crew.owner, crew.second));
  for (const language of ['en', 'ar'] as const) {
    const context = await consoleContext(browser, server.url, crew.owner, { language });
    const trouble = await watch(context);
    const page = await context.newPage();
    for (const [place, path] of screens.entries()) {
      await page.setViewportSize({ width: 1440, height: 980 });
      await openScreen(page, path);
      for (const look of looksAt(place).filter((each) => each.language === language)) {
        await page.evaluate((theme) => {
          document.documentElement.dataset['theme'] = theme;
        }, look.theme);
        expect(await complaints(page), `${path}, ${language}, ${look.theme}`).toEqual([]);
      }
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `${path}, ${language}, ${width} wide`,
        ).toBeLessThanOrEqual(0);
      }
    }
    expect(trouble.unexpected).toEqual([]);
    await context.close();
  }
});
