import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '@plimsoll/contract';
import type { Page } from '@playwright/test';
import { firstEpoch } from './support/epoch.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/member.ts';
import { bothHold } from './support/verifiers.ts';

type Proof = Answer<'getLiabilityProof'>;

/** Answers another proof than the server's. */
async function withProof(page: Page, change: (proof: Proof) => object): Promise<void> {
  await page.route('**/api/getLiabilityProof', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: Proof };
    await route.fulfill({ response, json: { ...answer, data: change(answer.data) } });
  });
}

test.describe('a member of the last epoch', () => {
  test.use({ as: 'demo' });
  test.beforeEach(({ server }) => firstEpoch(server.url).then(() => undefined));

  test('assets say that they are counted in what is owed; the file is one that verifiers take', async ({
    page,
    server,
  }, info) => {
    await page.goto('/assets');
    const line = page.getByRole('button', { name: /^Included in the proof of liabilities, / });
    await line.click();
    const sheet = page.getByRole('dialog', { name: 'Proof of liabilities' });
    await expect(sheet).toContainText('Every step verified');
    await expect(sheet.getByText('Verified', { exact: true })).toHaveCount(3);
    await expect(sheet.getByRole('row', { name: /^USDT/ })).toBeVisible();
    await expect(sheet.getByText('Leaf 1', { exact: true })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Save file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^plimsoll-liabilities-\d+\.json$/);
    await mkdir(info.outputDir, { recursive: true });
    const keys = join(info.outputDir, 'vkey');
    await writeFile(keys, await (await fetch(`${server.url}/log/vkey`)).text());
    const file = await download.path();
    const { leaves, owner } = JSON.parse(await readFile(file, 'utf8')) as Proof;
    for (const printed of await bothHold('liabilities', file, '--vkey', keys))
      expect(printed).toContain(`leaves: ${leaves.length} of ${owner}`);
  });

  test('it is checked in idle time after a login, wherever the member is, and not again for the same epoch', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/getLiabilityProof')) asked.push(request.url());
    });
    await page.goto('/market');
    await expect.poll(() => asked.length).toBe(1);
    await page.getByRole('navigation').getByRole('link', { name: 'Assets' }).click();
    await expect(page.getByRole('button', { name: /^Included in the proof of liabilities, / })).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  for (const [step, name, change] of [
    [1, 'Entry', (proof) => ({ ...proof, epoch: proof.epoch + 1 })],
    [2, 'In the public log', (proof) => ({ ...proof, index: proof.index + 1 })],
    [3, 'Leaves', (proof) => ({ ...proof, leaves: proof.leaves.slice(1) })],
  ] as const satisfies readonly (readonly [number, string, (proof: Proof) => object])[])
    test(`a proof that does not hold is red and names the step: ${name}`, async ({ page }) => {
      await withProof(page, change);
      await page.goto('/assets');
      await page.getByRole('button', { name: `Proof of liabilities failed: step ${step} does not match` }).click();
      const sheet = page.getByRole('dialog', { name: 'Proof of liabilities' });
      await expect(sheet).toContainText(`Step ${step} failed`);
      await expect(sheet.getByRole('listitem').filter({ hasText: 'Failed' })).toContainText(name);
      await expect(page.getByRole('button', { name: /^Proof of liabilities, / })).toHaveCount(0);
    });
});

test('assets say to a member who came after the last epoch that they are not counted yet', async ({ page, server }) => {
  await firstEpoch(server.url);
  const { token } = await registerMember(server.url, { funded: true });
  await page.addInitScript((own) => localStorage.setItem('token', own), token);
  await page.goto('/assets');
  await expect(
    page.getByText('Not yet in the proof of liabilities. The next one will include you.', { exact: true }),
  ).toBeVisible();
});
