import type { BrowserContext, Page } from '@playwright/test';
import { CATALOGUE_SCREENS, fillCatalogue } from './support/catalogue.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { enterConsole, makeOperator } from './support/operator.ts';

const HOSTILE =
  '<p>It is <b>done</b>.</p><img src=/x onerror=alert(1)><script>alert(1)</script><iframe srcdoc="<script>alert(1)</script>"></iframe><a href="javascript:alert(1)">go</a>';
const SCREENS = [
  '',
  'members',
  'recharges',
  'withdrawals',
  'identities',
  'loans',
  'spot-orders',
  'option-orders',
  'transfers',
  'ledger',
  'audit',
  'operators',
  'corrections',
  'house-postings',
  'settings',
  'webhooks/create',
  'webhooks',
  'webhook-messages',
  'scripts/create',
];

/** What the pages' policies blocked, as `directive source`. */
async function keptOut(context: BrowserContext): Promise<readonly string[]> {
  const found: string[] = [];
  await context.exposeFunction('reportBlocked', (what: string) => {
    found.push(what);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, blockedURI }) => {
      (globalThis as unknown as { reportBlocked: (what: string) => void }).reportBlocked(
        `${effectiveDirective} ${sample || blockedURI}`,
      );
    });
  });
  return found;
}

/** Whether the page accepts text as HTML or script, or a new policy. */
const accepted = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const tried: Readonly<Record<string, () => unknown>> = {
      html: () => {
        document.createElement('div').innerHTML = '<b>text</b>';
      },
      document: () => new DOMParser().parseFromString('<b>text</b>', 'text/html'),
      script: () => {
        document.createElement('script').text = '1';
      },
      address: () => {
        document.createElement('script').src = 'https://evil.example/x.js';
      },
      policy: () =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('mine', {}),
    };
    return Object.entries(tried)
      .filter(([, attempt]) => {
        try {
          attempt();
          return true;
        } catch {
          return false;
        }
      })
      .map(([name]) => name);
  });

test('no screen of the console violates its policy, which accepts no text as HTML and creates one policy only', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  const owner = await enterConsole(server.url);
  const screens = CATALOGUE_SCREENS(
    await fillCatalogue(owner, await makeOperator(server.url, owner, 't.types', 'owner')),
  );
  const context = await consoleContext(browser, server.url, owner);
  const found = await keptOut(context);
  const page = await context.newPage();
  for (const path of [...SCREENS, ...screens]) await openScreen(page, path);

  await openScreen(page, 'notices/create');
  const field = page.getByRole('main').getByLabel('Content', { exact: true });
  const preview = page.getByRole('region', { name: 'Preview' });
  await field.fill('<h2>Heading</h2><p>Plain <i>words</i></p>');
  await expect(preview.getByRole('heading', { name: 'Heading' })).toBeVisible();
  expect(found).toEqual([]);
  // The browser reports handlers and frames while the sanitiser parses them; none enters the page, and nothing is
  // blocked as untrusted.
  await field.fill(HOSTILE);
  await expect(preview.getByText('It is done.')).toBeVisible();
  expect(await preview.innerHTML()).not.toMatch(/onerror|script|iframe/);
  expect(found.filter((each) => /trusted-types/.test(each))).toEqual([]);

  expect(await accepted(page)).toEqual([]);
  await expect
    .poll(() => found.map((each) => each.split(' ')[0]))
    .toEqual(expect.arrayContaining(['require-trusted-types-for', 'trusted-types']));
  await context.close();
});
