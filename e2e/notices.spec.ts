import type { Answer } from '@plimsoll/contract';
import type { Page } from '@playwright/test';
import { note, pass, passToNext, stop } from './support/asked.ts';
import { test as consoleJourney } from './support/console-journey.ts';
import { expect, isPoll } from './support/journey.ts';
import { loaded } from './support/loaded.ts';
import type { Member } from './support/member.ts';
import { enterConsole, type Operator } from './support/operator.ts';
import { Exchange } from './support/screen.ts';

// In order on one server: a server of its own would take longer than each of these journeys.
consoleJourney.describe.configure({ mode: 'default' });

const test = consoleJourney.extend<object, { owner: Operator }>({
  owner: [async ({ server }, give) => give(await enterConsole(server.url)), { scope: 'worker' }],
});
test.use({ as: 'newcomer', popUps: true });

const EVERY_MS = 10_000;
/** A step of the page's clock. */
const STEP_MS = 5000;

async function write(owner: Operator, member: Member, title: string, content = '<p>Read me.</p>'): Promise<number> {
  const { id } = await member.obtain('getusr');
  return (await owner.call<{ id: number }>('POST', '/notices', { title, content, member_id: id })).id;
}
const newest = async (member: Member) => (await member.obtain('getNoticeList', { page: '1', limit: '1' })).list[0];
async function titles(url: string, { token }: Member, language: string): Promise<string[]> {
  const response = await fetch(`${url}/api/getNoticeList`, {
    method: 'POST',
    headers: { Token: token, Lang: language },
  });
  const { data } = (await response.json()) as { data: Answer<'getNoticeList'> };
  return data.list.map(({ title }) => title);
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Expects a notice to be shown or not, after its code and timers have run, with the page's clock otherwise stopped. */
const settles = (page: Page, name: string, isThere: boolean) =>
  expect(async () => {
    await page.clock.runFor(100);
    expect(await dialog(page, name).isVisible()).toBe(isThere);
  }).toPass({ timeout: 30_000 });

const NEWEST = '/api/getNoticeList page=1&limit=1';

/** A stopped clock of a page, advanced in steps; requests are answered before the next step. */
class Time {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens a page and stops its clock at the first request for notices. */
  static async on(page: Page, path: string): Promise<Time> {
    await note(page);
    await page.clock.install();
    await Promise.all([page.waitForResponse(/\/notice-watch-[\w-]+\.js/), page.goto(path)]);
    await page.getByRole('main').waitFor();
    await stop(page);
    return new Time(page);
  }

  /** Advances to the next request for notices; from then on it is known when they come. */
  async first(): Promise<void> {
    await passToNext(this.#page, NEWEST);
  }

  async pass(ms: number): Promise<number> {
    const before = await pass(this.#page, 0, NEWEST);
    let now = before;
    // In steps shorter than the timeout of a request.
    for (let left = ms; left > 0; left -= STEP_MS) now = await pass(this.#page, Math.min(STEP_MS, left), NEWEST);
    return now - before;
  }
}

test('the newest notice is asked for every ten seconds, and only while the page is seen, is not /notify and its member is logged in', async ({
  page,
}) => {
  const time = await Time.on(page, '/');
  await time.first();
  expect(await time.pass(3 * EVERY_MS)).toBe(3);
  const show = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await show(true);
  expect(await time.pass(3 * EVERY_MS)).toBe(0);
  await show(false);
  expect(await time.pass(EVERY_MS)).toBe(1);
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page).toHaveURL('/notify');
  expect(await time.pass(3 * EVERY_MS)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  expect(await time.pass(EVERY_MS)).toBe(1);
  await page.getByRole('button', { name: /open member menu/ }).click();
  await page.clock.resume();
  await loaded(page, () => page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click());
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  expect(await time.pass(3 * EVERY_MS)).toBe(0);
});

test('nothing is asked for while the switch is off', async ({ page, owner }) => {
  await owner.call('PATCH', '/settings', { unread_notice_switch: 0 });
  const time = await Time.on(page, '/');
  expect(await time.pass(3 * EVERY_MS)).toBe(0);
  await owner.call('PATCH', '/settings', { unread_notice_switch: 1 });
});

test('an unread notice pops up; while it is open nothing is asked for; closed it is read, here and on the server, and is asked after again', async ({
  page,
  owner,
  member,
}) => {
  await write(owner, member, 'The lock opens at noon');
  const time = await Time.on(page, '/market');
  await time.first();
  await settles(page, 'The lock opens at noon', true);
  expect(await time.pass(3 * EVERY_MS)).toBe(0);
  expect(await newest(member)).toMatchObject({ status: 1 });
  await dialog(page, 'The lock opens at noon').getByRole('button', { name: 'Got it' }).click();
  await settles(page, 'The lock opens at noon', false);
  await expect.poll(async () => (await newest(member))?.status).toBe(2);
  expect(await member.obtain('getusr')).toMatchObject({ has_unread: 0 });
  expect(await time.pass(2 * EVERY_MS)).toBe(2);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a notice waits while a sheet is open and while a submit is under way', async ({ page, owner, member }) => {
  const exchange = new Exchange(page);
  await member.obtain('demoFunds');
  await page.clock.install();
  await exchange.open();
  await page.locator('header button[aria-haspopup=dialog]').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await write(owner, member, 'Not now');
  const polled = page.waitForResponse((response) => isPoll(response.request()));
  await page.clock.fastForward(EVERY_MS);
  await polled;
  await expect(dialog(page, 'Not now')).toHaveCount(0);
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/upbbbuy', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Not now')).toBeVisible();
  await dialog(page, 'Not now').getByRole('button', { name: 'Got it' }).click();
  await exchange.price.fill('400000');
  await exchange.quantity.fill('0.01');
  await exchange.submit.click();
  // It says something else while it sends.
  await page.locator('button[type=submit][aria-busy=true]').waitFor();
  await write(owner, member, 'Still not');
  const again = page.waitForResponse((response) => isPoll(response.request()));
  await page.clock.fastForward(EVERY_MS);
  await again;
  await expect(dialog(page, 'Still not')).toHaveCount(0);
  answer();
  await expect(dialog(page, 'Still not')).toBeVisible();
});

test.describe('the list', () => {
  test.use({ popUps: false });
  const rows = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

  test('notices come ten at a time to the last; one that is opened is read at once, and the bell’s dot goes with the last unread one', async ({
    page,
    owner,
    member,
    trouble,
  }) => {
    for (let at = 1; at <= 12; at += 1) await write(owner, member, `Notice ${at}`);
    await page.goto('/');
    // A screen with room for more than ten loads the second page at once.
    const second = page.waitForRequest(
      (request) => request.url().endsWith('/api/getNoticeList') && /page=2&limit=10/.test(request.postData() ?? ''),
    );
    await page.getByRole('button', { name: 'Notifications, unread' }).click();
    await expect(page).toHaveTitle('Plimsoll · Notifications');
    await expect(rows(page).first()).toContainText(/Notice 12.*Unread.*Read me\..*(seconds?|sec\.) ago/s);
    await rows(page).last().scrollIntoViewIfNeeded();
    await second;
    await expect(rows(page)).toHaveCount(12);
    await expect(page.getByText('No more records')).toBeVisible();
    // Without the server it is marked as read locally, and sent later.
    trouble.expect(/net::ERR_|Failed to load resource/);
    await page.route('**/api/getNoticeList', (route) => route.abort('connectionreset'));
    await rows(page).last().getByRole('button').click();
    await expect(dialog(page, 'Notice 1').getByText('Read me.')).toBeVisible();
    await dialog(page, 'Notice 1').getByRole('button', { name: 'Got it' }).click();
    await expect(rows(page).last()).not.toContainText('Unread');
    await page.unroute('**/api/getNoticeList');
    for (let at = 0; at < 11; at += 1) {
      await rows(page).nth(at).getByRole('button').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await expect(rows(page).filter({ hasText: 'Unread' })).toHaveCount(0);
    await expect
      .poll(async () =>
        (await member.obtain('getNoticeList', { limit: '50' })).list.filter(({ status }) => status === 1),
      )
      .toEqual([]);
    expect(await member.obtain('getusr')).toMatchObject({ has_unread: 0 });
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /open member menu/ }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  });

  test('a German reader gets the notices in German, and another language shows another list', async ({
    page,
    server,
    owner,
    member,
  }) => {
    for (const [lang, title] of [
      ['de', 'Nur für Leser des Deutschen'],
      ['fr', 'Pour les lecteurs du français'],
      ['zh-cn', '仅供中文读者'],
    ] as const) {
      await owner.call('POST', '/notices', { title, content: '<p>.</p>', lang });
    }
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto('/');
    await page.evaluate(() => {
      localStorage.setItem('language', 'ar');
    });
    await page.goto('/notify');
    await expect(heading).toHaveText('الإشعارات');
    await expect(page.locator('main h2')).toBeVisible();
    await page.goto('/');
    await page.locator('header > button[aria-haspopup=dialog]').click();
    await page.getByRole('dialog').getByRole('button', { name: '简体中文' }).click();
    await page.getByRole('button', { name: '通知，有未读' }).click();
    await expect(page.locator('main li')).toHaveCount(1);
    await expect(page.locator('main li')).toContainText('仅供中文读者');
    expect(await titles(server.url, member, 'de')).toEqual(['Nur für Leser des Deutschen']);
    expect(await titles(server.url, member, 'fr')).toEqual(['Pour les lecteurs du français']);
    expect(await titles(server.url, member, 'en')).toEqual([]);
  });

  test('HTML content is shown without scripts, links out of its window or external resources', async ({
    page,
    trouble,
  }) => {
    const content =
      '<h3 onclick="boom()">Kept</h3><script>document.title = "boom"</script><img src="/x.png" onerror="document.title=\'boom\'" style="width:9999px"><img src="https://elsewhere.example/pixel.png">' +
      '<a href="https://quay.example/" target="_self" onmouseover="boom()">out</a><a href="javascript:boom()">run</a><iframe src="/"></iframe><form action="/"><input></form><svg onload="boom()"></svg><p style="position:fixed">placed</p>';
    await page.route('**/api/getNoticeList', (route) =>
      route.fulfill({
        json: {
          code: 1,
          msg: '',
          data: {
            list: [{ id: 1, title: 'Hostile', addtime: new Date().toISOString(), status: 1, imgs: '', content }],
          },
        },
      }),
    );
    // The browser reports inline handlers while the sanitiser parses them.
    trouble.expect(/x\.png/, /inline (?:event handler|style) violates/);
    await page.goto('/notify');
    await rows(page).getByRole('button').click();
    const text = dialog(page, 'Hostile');
    await expect(text.getByRole('heading', { name: 'Kept' })).toBeVisible();
    const link = text.getByRole('link', { name: 'out' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(text.getByText('run')).not.toHaveAttribute('href');
    await expect(text.locator('img')).toHaveCount(1);
    await expect(text.locator('img')).toHaveAttribute('loading', 'lazy');
    expect(await text.innerHTML()).not.toMatch(
      /<(?:script|iframe|form|input)|\son[a-z]+=|javascript:|elsewhere|position:/,
    );
    expect(
      await text
        .locator('img')
        .evaluate(
          (image) =>
            image.getBoundingClientRect().right <= (image.closest('[role=dialog]')?.getBoundingClientRect().right ?? 0),
        ),
    ).toBe(true);
    await expect(page).toHaveTitle('Plimsoll · Notifications');
  });
});
