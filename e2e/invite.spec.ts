import type { Page } from '@playwright/test';
import jsqr from 'jsqr';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { newEmail, PASSWORD, registerMember } from './support/member.ts';
import { enterConsole, makeOperator } from './support/operator.ts';
import { announced, dismiss, keepToasts } from './support/screen.ts';

const qr = (page: Page) => page.getByRole('img', { name: 'QR code of the invitation link' });

/** Decodes the code as drawn on the screen, with some margin. */
async function readOff(page: Page): Promise<string | undefined> {
  const box = await qr(page).boundingBox();
  if (!box) return undefined;
  const picture = await page.screenshot({
    clip: { x: box.x - 20, y: box.y - 20, width: box.width + 40, height: box.height + 40 },
  });
  return read(page, picture);
}

/** Decodes in a page of its own, which has no content security policy. */
async function read(page: Page, picture: Buffer): Promise<string | undefined> {
  const reader = await page.context().newPage();
  const { width, height, pixels } = await reader.evaluate(async (encoded) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen?.drawImage(image, 0, 0);
    // As one string: an array of millions of numbers is passed one by one.
    const file = new FileReader();
    file.readAsDataURL(new Blob([pen?.getImageData(0, 0, image.width, image.height).data ?? '']));
    await new Promise((resolve) => {
      file.addEventListener('load', resolve, { once: true });
    });
    return { width: image.width, height: image.height, pixels: (file.result as string).replace(/^.*,/, '') };
  }, picture.toString('base64'));
  await reader.close();
  return jsqr.default(Uint8ClampedArray.from(Buffer.from(pixels, 'base64')), width, height)?.data;
}

test.describe('a member', () => {
  test.use({ as: 'newcomer' });

  test('the invitation code can be scanned in both themes, copied, and saved as a picture that can be scanned too', async ({
    page,
    context,
    member,
    server,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
    const { invit } = await member.obtain('getusr');
    const link = `${server.url}/register?invite=${invit}`;
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Invite/ })
      .click();
    await expect(page).toHaveURL(`/invite?code=${invit}`);
    await expect(page.getByRole('heading', { name: 'Your invite code' })).toBeVisible();
    await expect(page.getByText(invit, { exact: true })).toBeVisible();
    await expect.poll(() => readOff(page)).toBe(link);
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'day';
    });
    await expect.poll(() => readOff(page)).toBe(link);

    await page.getByRole('button', { name: 'Copy link' }).click();
    await dismiss(page, 'Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await page.getByRole('button', { name: 'Copy code' }).click();
    await dismiss(page, 'Code copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invit);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save QR code as an image' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`Plimsoll-${invit}.png`);
    const parts: Buffer[] = [];
    for await (const part of await file.createReadStream()) parts.push(part as Buffer);
    expect(await read(page, Buffer.concat(parts))).toBe(link);
  });

  test('the link is shared by the device’s own sheet where it has one, otherwise copied', async ({
    page,
    context,
    member,
    server,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
    const { invit } = await member.obtain('getusr');
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(globalThis, { shared, refuses: '' });
      Object.defineProperty(navigator, 'share', {
        value: async (data: ShareData) => {
          const { refuses } = globalThis as unknown as { refuses: string };
          if (refuses !== '') throw new DOMException('no', refuses);
          shared.push(data);
        },
      });
    });
    await page.goto('/invite');
    // They are counted at the end.
    await keepToasts(page);
    await page.getByRole('button', { name: 'Share' }).click();
    const shared = () => page.evaluate(() => (globalThis as unknown as { shared: ShareData[] }).shared);
    await expect.poll(shared).toMatchObject([{ title: 'Plimsoll', url: `${server.url}/register?invite=${invit}` }]);
    const refuse = (name: string) =>
      page.evaluate((refuses) => {
        Object.assign(globalThis, { refuses });
      }, name);
    await refuse('AbortError');
    await page.getByRole('button', { name: 'Share' }).click();
    await refuse('NotAllowedError');
    await page.getByRole('button', { name: 'Share' }).click();
    await announced(page, 'Link copied');
    await expect(page.locator('.toast')).toHaveCount(1);
    expect(await shared()).toHaveLength(1);
  });

  test('a code in the address is shown, and as one’s own only when it is', async ({ page, member, server }) => {
    await page.goto('/invite?code=PLM48213');
    await expect(page.getByText('PLM48213', { exact: true })).toBeVisible();
    await expect.poll(() => readOff(page)).toBe(`${server.url}/register?invite=PLM48213`);
    await expect(page.getByRole('heading', { name: 'Invite code', exact: true })).toBeVisible();
    await expect(page.getByText(/registered with your code/)).toHaveCount(0);
    await page.goto('/invite?code=%3Cimg%3E');
    await expect(page.getByText((await member.obtain('getusr')).invit, { exact: true })).toBeVisible();
    await expect(page.getByText('Nobody has registered with your code yet.')).toBeVisible();
  });

  test('the site’s own invitation link keeps its query', async ({ page, member }) => {
    const { invit } = await member.obtain('getusr');
    await page.route('**/api/getSetting', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      await route.fulfill({
        response,
        json: { ...answer, data: { ...answer.data, invit_url: 'https://go.example/join?from=app' } },
      });
    });
    await page.goto('/invite');
    await expect(page.getByText(`go.example/join?from=app&invite=${invit}`)).toBeVisible();
    await expect.poll(() => readOff(page)).toBe(`https://go.example/join?from=app&invite=${invit}`);
  });
});

async function fill(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
}

test('who comes by a link keeps its code through a change of language, is counted, and the console says who brought whom', async ({
  page,
  browser,
  server,
}) => {
  const inviter = await registerMember(server.url, { funded: false });
  const { invit, id } = await inviter.obtain('getusr');
  await page.goto(`/register?invite=${invit}`);
  const code = page.getByRole('textbox', { name: 'Invite code' });
  await expect(code).toHaveValue(invit);
  await expect(page.getByText('from your link')).toBeVisible();
  const email = newEmail();
  await fill(page, email);
  for (const [button, name] of [
    [/^Language/, '简体中文'],
    [/^语言/, 'English'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(code).toHaveValue(invit);
  await expect(page).toHaveURL(`/register?invite=${invit}`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(async () => (await inviter.obtain('getInvitation')).joined).toBe(1);

  const owner = await enterConsole(server.url);
  const context = await consoleContext(
    browser,
    server.url,
    await makeOperator(server.url, owner, `look-${id}`, 'viewer'),
  );
  const consolePage = await context.newPage();
  await openScreen(consolePage, `members/${id}?tab=invited`);
  const guests = consolePage.getByRole('region', { name: 'Referrals' });
  await expect(guests.getByRole('row')).toHaveCount(2);
  await guests.getByRole('link', { name: email }).click();
  await consolePage
    .locator('dl > div')
    .filter({ hasText: 'Referred by' })
    .getByRole('link', { name: inviter.email })
    .click();
  await expect(consolePage).toHaveURL(new RegExp(`/operator/members/${id}`));
  await context.close();
});

test('an unknown code is refused; while codes are off there is no field, and the link’s code is ignored', async ({
  page,
  server,
}) => {
  await page.goto('/register?invite=NOSUCHONE');
  await fill(page, newEmail());
  await keepToasts(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.locator('.toast')).toHaveCount(1);
  await expect(page).toHaveURL('/register?invite=NOSUCHONE');

  const owner = await enterConsole(server.url);
  await owner.call('PATCH', '/settings', { invie_code_switch: '0' });
  try {
    const email = newEmail();
    await page.goto('/register?invite=NOSUCHONE');
    await fill(page, email);
    await expect(page.getByRole('textbox', { name: 'Invite code' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL('/');
  } finally {
    await owner.call('PATCH', '/settings', { invie_code_switch: '1' });
  }
});
