import { test as consoleJourney } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { enterConsole, type Operator } from './support/operator.ts';

// In order on one server: a server of its own would take longer than each of these journeys.
consoleJourney.describe.configure({ mode: 'default' });

const test = consoleJourney.extend<object, { owner: Operator }>({
  owner: [async ({ server }, give) => give(await enterConsole(server.url)), { scope: 'worker' }],
});
test.use({ as: 'newcomer' });

test('articles stand in the order operators gave them, with picture and title, open with their text, and partners stand at the foot', async ({
  page,
  owner,
}) => {
  await page.route('**/api/getContentList', (route) =>
    route.fulfill({ json: { code: 1, msg: '', data: { list: [] } } }),
  );
  await page.goto('/introduction');
  await expect(page.getByRole('heading', { name: 'No articles yet' })).toBeVisible();
  await page.unroute('**/api/getContentList');
  await expect(page.getByRole('heading', { name: 'Partners' })).toHaveCount(0);
  await owner.call('POST', '/contents', {
    title: 'Where the line is',
    content: '<p>On the <b>hull</b>. <a href="https://quay.example/">Read on</a></p>',
    img: '/banners/check-the-line.svg',
    sort: 2,
  });
  await owner.call('POST', '/contents', { title: 'Who we are', content: '<p>Those on the quay.</p>', sort: 1 });
  await owner.call('POST', '/contents', { title: 'Auf Deutsch', content: '<p>Nur für Leser.</p>', lang: 'de' });
  await owner.call('POST', '/friends', {
    title: 'Haven Bank',
    url: 'https://bank.example/',
    img: '/icons/favicon.svg',
  });
  await page.goto('/');
  await page.getByRole('button', { name: /open member menu/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'About us' }).click();
  await expect(page).toHaveTitle('Plimsoll · About us');
  const articles = page.getByRole('list', { name: 'Articles' }).getByRole('listitem');
  await expect(articles).toHaveText([
    /^About Plimsoll/,
    /^Your first trade/,
    /^Who we are/,
    /^Check a result yourself/,
    /^Where the line is/,
    /^Help and safety/,
  ]);
  const own = articles.filter({ hasText: 'Where the line is' });
  await expect(own.locator('img')).toHaveAttribute('src', '/banners/check-the-line.svg');
  await own.getByRole('button').click();
  const article = page.getByRole('dialog', { name: 'Where the line is' });
  await expect(article.locator('img')).toBeVisible();
  await expect(article.getByRole('link', { name: 'Read on' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await page.goBack();
  await expect(article).toHaveCount(0);
  await expect(page).toHaveURL('/introduction');
  const partner = page.getByRole('link', { name: 'Haven Bank' });
  await expect(partner).toHaveAttribute('href', 'https://bank.example/');
  await expect(partner).toHaveAttribute('target', '_blank');
});

test('introduce_switch off: no link leads there, and the page says so', async ({ page, owner }) => {
  await owner.call('PATCH', '/settings', { introduce_switch: 0 });
  await page.goto('/');
  await page.getByRole('button', { name: /open member menu/ }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Security' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'About us' })).toHaveCount(0);
  await page.goto('/introduction');
  await expect(page.getByRole('heading', { name: 'This page is not available' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Articles' })).toHaveCount(0);
  await owner.call('PATCH', '/settings', { introduce_switch: 1 });
});

test('articles that cannot be loaded say so, and load when it is tried again', async ({ page, trouble }) => {
  trouble.expect(/net::ERR_|Failed to load resource/);
  await page.route('**/api/getContentList', (route) => route.abort('connectionreset'));
  await page.goto('/introduction');
  await expect(page.getByRole('heading', { name: 'The articles could not be loaded' })).toBeVisible();
  await page.unroute('**/api/getContentList');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert').getByRole('heading')).toHaveCount(0);
});

test('the menu of home shows what is switched on, and what is not leads to customer service or asks for it', async ({
  page,
  context,
  owner,
}) => {
  const tiles = page.getByRole('navigation', { name: 'Services' }).locator('a, button');
  const off = {
    flash_exchange_status: 0,
    loan_switch: 0,
    machine_switch: 0,
    staking_switch: 0,
    Internal_transfer_status: 0,
    account_transfer_status: 0,
    recharge_status: 0,
    withdrawal_status: 0,
  };
  await owner.call('PATCH', '/settings', { ...off, custom_service: '' });
  await page.goto('/');
  await expect(tiles).toHaveText(['Options', 'Deposit', 'Withdraw']);
  // Wait for what loads above them: it would move them under the click.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const name of ['Deposit', 'Withdraw']) {
    await tiles.filter({ hasText: name }).click();
    await expect(page.getByText('Please contact support')).toBeVisible();
    await expect(page).toHaveURL('/');
  }
  await owner.call('PATCH', '/settings', { custom_service: '/introduction' });
  await page.reload();
  await expect(tiles).toHaveText(['Options', 'Deposit', 'Withdraw', 'Support']);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const name of ['Deposit', 'Support']) {
    const [opened] = await Promise.all([context.waitForEvent('page'), tiles.filter({ hasText: name }).click()]);
    await opened.waitForURL('**/introduction');
    await opened.close();
  }
  await owner.call('PATCH', '/settings', {
    ...Object.fromEntries(Object.keys(off).map((name) => [name, 1])),
    custom_service: '',
  });
  await page.reload();
  await expect(tiles).toHaveText([
    'Options',
    'Deposit',
    'Withdraw',
    'Convert',
    'Send',
    'Transfer',
    'Loans',
    'Lock mining',
    'Staking',
  ]);
});
