import type { Page } from '@playwright/test';
import { findRunning } from '../apps/server/src/platform/postgres/index.ts';
import { openDb, sql } from '../apps/server/src/platform/db.ts';
import { openReceiver, verified, type Receiver } from '../apps/server/src/testing/webhook-world.ts';
import { complaints } from './support/axe.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { expect, test as journey } from './support/journey.ts';
import { registerMember } from './support/member.ts';
import { CONSOLE_ENV, enterConsole, makeOperator, type Operator } from './support/operator.ts';
import { announced } from './support/screen.ts';
import { START_MS, startFreshServer, type FreshServer } from './support/server.ts';
import { watch } from './support/watch.ts';

journey.describe.configure({ mode: 'default' });

interface Stage {
  readonly server: FreshServer;
  readonly receiver: Receiver;
  readonly owner: Operator;
  readonly second: Operator;
}

const test = journey.extend<object, { stage: Stage }>({
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs: nothing
    async ({}, give) => {
      const server = await startFreshServer({ env: { ...CONSOLE_ENV, WEBHOOK_ALLOW: '127.0.0.1' } });
      const receiver = await openReceiver();
      const owner = await enterConsole(server.url);
      await owner.enrol();
      await give({ server, receiver, owner, second: await makeOperator(server.url, owner, 'w.second', 'owner') });
      await receiver.close();
      await server.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
});

const WORDS = {
  en: {
    name: 'Bookkeeping',
    create: 'Create',
    proposed: 'Proposal submitted. Another operator must approve it.',
    approve: 'Approve',
    done: (name: string) => `Approved by ${name}`,
    show: 'Show secret',
    messages: 'Messages',
    delivered: 'Delivered',
    undelivered: 'Undelivered',
    all: 'All',
    retry: 'Send again',
    status: 'Answer 500',
    stop: 'Stop',
    stopped: 'Stopped',
  },
  ar: {
    name: 'Ledger of the quay',
    create: 'إنشاء',
    proposed: 'قُدِّم الاقتراح. يجب أن يوافق عليه مشغّل آخر.',
    approve: 'موافقة',
    done: (name: string) => `وافق عليه \u2068${name}\u2069`,
    show: 'عرض السر',
    messages: 'الرسائل',
    delivered: 'مُسلَّمة',
    undelivered: 'غير مُسلَّمة',
    all: 'الكل',
    retry: 'إعادة الإرسال',
    status: 'الرد 500',
    stop: 'إيقاف',
    stopped: 'متوقف',
  },
} as const;

const main = (page: Page) => page.getByRole('main');
const row = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text });

/** As days of failures leave it: the next attempt is the last. */
async function onlyOneAttemptLeft({ dataDir }: FreshServer): Promise<void> {
  const running = await findRunning(dataDir);
  if (running === undefined) throw new Error('the server has no embedded database');
  const owner = openDb(running.url, { connections: 1, role: null });
  const last = sql<{ id: string }>(
    'journey.last',
    `update webhook_message set attempts = 11, next_at = now()
    where status = 1 and attempts > 0 and claimed_until is null returning id`,
  );
  try {
    // An attempt that is on its way writes its own number.
    await expect.poll(async () => (await owner.run(last)).length).toBe(1);
  } finally {
    await owner.close();
  }
}

for (const language of ['en', 'ar'] as const)
  test(`a webhook is proposed, approved, seen delivering, and what it refused is sent again: ${language}`, async ({
    browser,
    stage: { server, receiver, owner, second },
  }) => {
    const words = WORDS[language];
    const look = { language, theme: language === 'en' ? 'night' : 'day' } as const;
    const context = await consoleContext(browser, server.url, owner, look);
    const troubles = await watch(context);
    const page = await context.newPage();

    await openScreen(page, 'webhooks/create');
    const form = main(page).locator('form');
    await form.getByRole('textbox').first().fill(words.name);
    await form.getByRole('textbox').nth(1).fill(`${receiver.url}/${language}`);
    for (const nth of [0, 1, 2, 4]) await form.getByRole('checkbox').nth(nth).uncheck();
    expect(await complaints(page, 'main')).toEqual([]);
    await form.getByRole('button', { name: words.create }).click();
    await announced(page, words.proposed);
    await expect(page).toHaveURL(/\/proposals\/\d+/);

    const approving = await consoleContext(browser, server.url, second, { language });
    const other = await approving.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: words.approve, exact: true }).click();
    await expect(other.getByText(words.done(second.username))).toBeVisible();
    await approving.close();

    await openScreen(page, 'webhooks');
    await row(page, words.name).getByRole('link').first().click();
    await page.getByRole('button', { name: words.show }).click();
    const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';
    await expect(page.getByRole('button', { name: words.show })).toHaveCount(0);
    expect(await complaints(page, 'main')).toEqual([]);

    // It refuses the second member.
    const before = receiver.got.length;
    receiver.answer = (response) => response.writeHead(receiver.got.length - before < 2 ? 204 : 500).end();
    await registerMember(server.url, { funded: false });
    await receiver.until(before + 1);
    await registerMember(server.url, { funded: false });
    await receiver.until(before + 2);
    const [first] = receiver.got.slice(before);
    if (!first) throw new Error('nothing arrived');
    expect(verified(secret, first)).toMatchObject({ type: 'member.registered' });
    expect(first.path).toBe(`/${language}`);
    await expect(main(page).getByText(words.status).first()).toBeVisible();

    await onlyOneAttemptLeft(server);
    await receiver.until(before + 3);
    await main(page).getByRole('link', { name: words.messages, exact: true }).click();
    await main(page).getByRole('button', { name: words.undelivered }).click();
    await expect(row(page, words.name)).toHaveCount(1);
    await row(page, words.name).getByRole('link').first().click();
    expect(await complaints(page, 'main')).toEqual([]);
    receiver.answer = (response) => response.writeHead(204).end();
    await page.getByRole('button', { name: words.retry }).click();
    await receiver.until(before + 4);
    await expect(page.getByRole('button', { name: words.retry })).toHaveCount(0);
    await expect(main(page).getByText(words.delivered).last()).toBeVisible();
    const again = receiver.got.at(-1);
    if (!again) throw new Error('nothing arrived');
    expect(verified(secret, again)).toMatchObject({ type: 'member.registered' });

    await openScreen(page, 'webhooks');
    await row(page, words.name).getByRole('link').first().click();
    await page.getByRole('button', { name: words.stop, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(main(page).getByText(words.stopped, { exact: true })).toBeVisible();
    expect(troubles.unexpected).toEqual([]);
    await context.close();
  });
