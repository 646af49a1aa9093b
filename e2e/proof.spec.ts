import type { Answer } from '@plimsoll/contract';
import { receiptFile, type Receipt } from '@plimsoll/proof/log';
import { readMessages } from '@plimsoll/i18n/catalogue';
import type { Page } from '@playwright/test';
import { intercept } from './support/answers.ts';
import { firstEpoch } from './support/epoch.ts';
import { expect, test } from './support/journey.ts';
import { changeKept, OTHER_ROOT } from './support/kept-checkpoint.ts';
import { place, registerMember, type Member } from './support/member.ts';
import { serveWitnessed, WITNESSES, type Watched } from './support/witnesses.ts';
import { keyPair } from './verifiers/log.ts';

/** The receipt of a transfer between own accounts, once it is in the log. */
async function receiptOf(member: Member): Promise<Receipt> {
  await member.obtain('transfer', { c_id: '1', num: '12.5', from_type: '1', to_type: '2' });
  const { list: bills } = await member.obtain('getBillList');
  const id = String(bills[0]?.journal);
  let found: Receipt | undefined;
  await expect
    .poll(
      async () => {
        const { list } = await member.obtain('getReceipt', { kind: 'journal', id });
        found = list[0];
        return found?.index ?? null;
      },
      { timeout: 20_000, message: 'the transfer is in the log' },
    )
    .not.toBeNull();
  if (!found) throw new Error('no receipt');
  return found;
}

test.beforeEach(({ page }) => serveWitnessed(page, []));

test('a visitor reads the log’s signed head and its latest entries, which come by themselves', async ({
  page,
  server,
}) => {
  await page.goto('/proof');
  await expect(page).toHaveTitle('Plimsoll · Proof');
  await expect(page.getByText('The signature on this checkpoint is valid. Verified in your browser.')).toBeVisible();
  const entries = page.getByRole('list', { name: 'Latest entries' }).getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  const member = await registerMember(server.url, { funded: true });
  await place(member, { symbol: 'btcusdt', side: 'buy', amount: '300' });
  await expect(entries.filter({ hasText: 'Buy · BTC/USDT' }).first()).toBeVisible({ timeout: 20_000 });
  // Movements of money have the words of bills.
  await expect(
    entries.filter({ hasText: 'Transfer of funds' }).filter({ hasText: 'Demo funds' }).first(),
  ).toBeVisible();
});

const [first, second] = WITNESSES;
if (!first || !second) throw new Error('two witnesses are needed');
const SEEN: readonly {
  readonly what: string;
  readonly watched: readonly Watched[];
  readonly says: readonly string[];
}[] = [
  { what: 'none configured', watched: [], says: ['No witness is set up: nobody else monitors this log.'] },
  {
    what: 'two that cosigned',
    watched: [first, second].map((by) => ({ by, agoSeconds: 1 })),
    says: ['Witnessed by 2: harbourmaster.example, quay.example'],
  },
  {
    what: 'one of two that cosigned',
    watched: [{ by: first }, { by: second, agoSeconds: 1 }],
    says: ['Witnessed by 1: quay.example', 'has not signed this checkpoint'],
  },
  { what: 'one that has been silent', watched: [{ by: first, agoSeconds: 75 }], says: ['No witness for 60 s'] },
  {
    what: 'a forged cosignature beside a good one',
    watched: [
      { by: first, agoSeconds: 1, forger: keyPair('forger.example', 'cosignature', 23) },
      { by: second, agoSeconds: 1 },
    ],
    says: ['Witnessed by 1: quay.example', 'its signature is not valid'],
  },
];
for (const { what, watched, says } of SEEN)
  test(`who else watches the log is shown: ${what}`, async ({ page }) => {
    await serveWitnessed(page, watched);
    await page.goto('/proof');
    await expect(page.getByText('The signature on this checkpoint is valid. Verified in your browser.')).toBeVisible();
    for (const text of says) await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByText(/Witnessed by|No witness/)).toHaveCount(1);
  });

test('witnesses that never cosign are warned of after a minute, and a server that names none has none', async ({
  page,
  trouble,
}) => {
  await page.clock.install();
  await serveWitnessed(page, [{ by: first }]);
  await page.goto('/proof');
  await expect(page.getByText('has not signed this checkpoint')).toBeVisible();
  await expect(page.getByText(/No witness/)).toHaveCount(0);
  await page.clock.fastForward('01:05');
  await expect(page.getByText('No witness for 60 s')).toBeVisible();

  trouble.expect(/404.*\/log\/witnesses/);
  await intercept(page, '**/log/witnesses', () => new Response(null, { status: 404 }));
  await page.reload();
  await expect(page.getByText('No witness is set up: nobody else monitors this log.')).toBeVisible();
});

const KEPT = 'Entries from before your last visit';

test('what this browser saw of the log on an earlier visit must still be in it', async ({ page, server }) => {
  await page.goto('/proof');
  await expect(page.getByText(/^This browser keeps this checkpoint/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(new RegExp(`^${KEPT}, .+ UTC, have not changed`))).toBeVisible();
  const kept = () => page.evaluate(() => localStorage.getItem('log'));
  const size = (note: string | null): number => Number(note?.split(String.raw`\n`)[1]);
  const before = size(await kept());
  // A page that stays open keeps each later one.
  await receiptOf(await registerMember(server.url, { funded: true }));
  await expect.poll(async () => size(await kept()), { timeout: 30_000 }).toBeGreaterThan(before);
});

test('a log that is not the one of an earlier visit is evidence, and stays so until its reader lets it go', async ({
  page,
}) => {
  await page.goto('/proof');
  await expect(page.getByText(/^This browser keeps this checkpoint/)).toBeVisible();
  await changeKept(page);
  await page.reload();
  const found = page.getByRole('main').getByRole('alert');
  await expect(found).toContainText(new RegExp(`^${KEPT}, .+ UTC, were changed or removed`));
  await expect(found.locator('pre')).toHaveCount(2);
  await expect(found.locator('pre').first()).toContainText(OTHER_ROOT);
  await page.reload();
  await expect(found.locator('pre').first()).toContainText(OTHER_ROOT);
  await found.getByRole('button', { name: 'Keep only the latest checkpoint' }).click();
  await expect(page.getByText(/^This browser keeps this checkpoint/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(new RegExp(`^${KEPT}, .+ UTC, have not changed`))).toBeVisible();
});

test('a key that is malformed is no lack of the browser’s', async ({ page }) => {
  await page.route('**/log/vkey', (route) =>
    route.fulfill({ contentType: 'text/plain', body: 'plimsoll.example/log+0+A\n' }),
  );
  await page.goto('/proof');
  await expect(page.getByText('The signature on this checkpoint is not valid.')).toBeVisible();
  await expect(page.getByText(/cannot check Ed25519/)).toHaveCount(0);
});

const owedPane = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Total liabilities' }) });

test('what is owed is shown by coin, and checked to be in the log with every house account', async ({
  page,
  server,
}) => {
  const data = await firstEpoch(server.url);
  await page.goto('/proof');
  const pane = owedPane(page);
  await expect(pane).toContainText(
    `This total is in the log, and the leaves of all ${data.house.length} house accounts lead to it. Verified in your browser.`,
  );
  await expect(pane.getByRole('row')).toHaveCount(data.coins.length + 1);
  const usdt = data.totals[data.coins.indexOf('USDT')] ?? '';
  await expect(pane.getByRole('row', { name: 'USDT' }).getByRole('cell')).toHaveText(
    new Intl.NumberFormat('en', { minimumFractionDigits: 8 }).format(usdt as `${number}`),
  );
  await expect(pane.getByText('Position in the log')).toBeVisible();
  await expect(pane.getByRole('link', { name: /^Log in/ })).toHaveAttribute('href', '/login');
});

const CROOKED: readonly { readonly step: string; readonly change: (data: Answer<'liabilities'>) => object }[] = [
  { step: 'Entry', change: (data) => ({ ...data, epoch: data.epoch + 1 }) },
  { step: 'In the public log', change: (data) => ({ ...data, index: data.index + 1 }) },
  {
    step: 'Leaves',
    change: (data) => ({
      ...data,
      house: data.house.map((each) => ({ ...each, owner: `${each.owner}x` })),
    }),
  },
  { step: 'House accounts', change: (data) => ({ ...data, house: data.house.slice(1) }) },
];
for (const { step, change } of CROOKED)
  test(`a total that is not as the log has it names the step: ${step}`, async ({ page, server }) => {
    await firstEpoch(server.url);
    await page.route('**/api/liabilities', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: Answer<'liabilities'> };
      await route.fulfill({ response, json: { ...answer, data: change(answer.data) } });
    });
    await page.goto('/proof');
    await expect(owedPane(page)).toContainText(`This total could not be verified. Failed step: ${step}.`);
  });

test('before the first total the page says so, and void options and gaps of the last days are counted', async ({
  page,
}) => {
  await page.route('**/api/liabilities', (route) =>
    route.fulfill({ json: { code: 201, msg: 'No epoch yet', reason: 'no_epoch_yet' } }),
  );
  await page.goto('/proof');
  await expect(owedPane(page)).toContainText('No total has been published yet.');
  const voids = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Voids and gaps' }) });
  await expect(voids).toContainText('Last 7 days');
  await expect(voids.getByText('Void options', { exact: true })).toBeVisible();
  await voids.getByRole('link', { name: 'Voids and gaps' }).click();
  await expect(page).toHaveURL('/voids');
});

for (const language of ['en', 'ar'] as const) {
  test(`a receipt is checked step by step on a page that sends nothing; a changed one does not hold: ${language}`, async ({
    page,
    server,
  }) => {
    const words = readMessages(language);
    const wordOf = (key: string) => words.get(`proof.${key}`) ?? key;
    const receipt = await receiptOf(await registerMember(server.url, { funded: true }));
    await page.addInitScript((code) => {
      localStorage.setItem('language', code);
      localStorage.setItem('dirOf', code);
    }, language);
    await page.goto('/proof');
    const text = page.locator('textarea');
    const check = page.locator('textarea + button');
    const verdict = page.locator('main [role=status]');
    await text.fill(receiptFile(receipt));
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await check.click();
    await expect(verdict).toContainText(wordOf('holds'));
    await expect(verdict.getByRole('listitem')).toHaveCount(5);
    await expect(verdict.getByText(wordOf('holdsStep'), { exact: true })).toHaveCount(5);
    expect(sent.filter((request) => request.startsWith('POST') && !request.endsWith('getMarketList'))).toEqual([]);

    // A verdict is of the text that was checked, not of another one.
    await text.fill(receiptFile({ ...receipt, opened: { id: 1, lines: [] } }));
    await expect(verdict).toBeHidden();
    await check.click();
    await expect(verdict).toContainText(wordOf('failsText'));
    await expect(verdict.getByText(wordOf('failsStep'), { exact: true })).toHaveCount(1);
    await expect(verdict.getByText(wordOf('notChecked'), { exact: true })).toHaveCount(3);
  });
}

test('a file is chosen and checked; what is no receipt is refused', async ({ page, server }) => {
  const receipt = await receiptOf(await registerMember(server.url, { funded: true }));
  await page.goto('/proof');
  const buffer = Buffer.from(JSON.stringify({ list: [receipt] }));
  await page.locator('input[type=file]').setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer });
  await expect(page.getByRole('status').filter({ hasText: 'Every step verified' })).toBeVisible();
  await page.getByLabel('Or paste its text').fill('{}');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('This is not a receipt.')).toBeVisible();
});
