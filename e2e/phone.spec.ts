import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './support/journey.ts';
import { test } from './support/console-journey.ts';
import { PASSWORD } from './support/member.ts';
import { enterConsole } from './support/operator.ts';
import { announced } from './support/screen.ts';

test('where a code is asked for, a phone registers with the one that was sent to it', async ({ page, server }) => {
  const owner = await enterConsole(server.url);
  await owner.call('PATCH', '/settings', { verify_phone_code: '1' });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const phone = String(Date.now());
  await page.goto('/register');
  await page.getByRole('button', { name: 'Phone' }).click();
  await field('Phone').fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await announced(page, 'If this number can receive codes, we have sent one');
  await expect(page.getByRole('button', { name: /^Resend in/ })).toBeDisabled();
  await field('Password').fill(PASSWORD);
  await field('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(field('SMS verification code')).toHaveAccessibleDescription('Enter the verification code');

  const folder = join(server.dataDir, 'sms');
  const sent = () =>
    (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [])
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string; text: string })
      .find(({ to }) => to === phone)?.text ?? '';
  await expect.poll(sent).toMatch(/\d{6}/);
  await field('SMS verification code').fill(/\d{6}/.exec(sent())?.[0] ?? '');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Total balance')).toBeVisible();
  await owner.call('PATCH', '/settings', { verify_phone_code: '0' });
});
