import { connected } from '../apps/server/src/platform/connection.ts';
import { findRunning } from '../apps/server/src/platform/postgres/index.ts';
import { complaints } from './support/axe.ts';
import { test } from './support/console-journey.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { expect } from './support/journey.ts';
import { enterConsole } from './support/operator.ts';
import { runAudit } from './support/run-audit.ts';
import { watch } from './support/watch.ts';

test('the overview shows the last audit, how old it is, and what it found', async ({ browser, server }) => {
  test.setTimeout(180_000);
  const context = await consoleContext(browser, server.url, await enterConsole(server.url));
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, '');
  await expect(page.getByText('The ledger has not been audited yet')).toBeVisible();

  expect(await runAudit({ DATA_DIR: server.dataDir })).toBe(true);
  await page.reload();
  await expect(page.getByText(/^Ledger audit clean, \d min ago$/)).toBeVisible();

  const running = await findRunning(server.dataDir);
  await connected(running?.url ?? '', async (owner) => {
    const some = '(select min(id) from ledger_account where member_id is not null)';
    await owner.query(`update ledger_account set available = available + 1 where id = ${some}`);
    expect(await runAudit({ DATA_DIR: server.dataDir })).toBe(false);
    await owner.query(`update ledger_account set available = available - 1 where id = ${some}`);
  });
  await page.reload();
  await expect(page.getByText(/^Ledger audit: 2 checks failed, \d min ago$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Audit findings' })).toContainText(
    /each balance is the sum of its entries: account \d+: /,
  );
  expect(await complaints(page)).toEqual([]);

  expect(await runAudit({ DATA_DIR: server.dataDir })).toBe(true);
  await page.reload();
  await expect(page.getByText(/^Ledger audit clean, \d min ago$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Audit findings' })).toHaveCount(0);
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});
