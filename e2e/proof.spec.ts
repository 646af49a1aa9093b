import { receiptFile, type Receipt } from '@plimsoll/proof/log';
import { readMessages } from '@plimsoll/i18n/catalogue';
import { expect, test } from './support/journey.ts';
import { place, registerMember, type Member } from './support/member.ts';

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

test('a visitor reads the log’s signed head and its latest entries, which come by themselves', async ({
  page,
  server,
}) => {
  await page.goto('/proof');
  await expect(page).toHaveTitle('Plimsoll · Proof');
  await expect(page.getByText('The signature on this head holds. Checked in your browser.')).toBeVisible();
  const entries = page.getByRole('list', { name: 'Latest entries' }).getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  const member = await registerMember(server.url, { funded: true });
  await place(member, { symbol: 'btcusdt', side: 'buy', amount: '300' });
  await expect(entries.filter({ hasText: 'Buy · BTC/USDT' }).first()).toBeVisible({ timeout: 20_000 });
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

    await text.fill(receiptFile({ ...receipt, opened: { id: 1, lines: [] } }));
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
  await expect(page.getByRole('status').filter({ hasText: 'Every step holds' })).toBeVisible();
  await page.getByLabel('Or paste its text').fill('{}');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('This is no receipt.')).toBeVisible();
});
