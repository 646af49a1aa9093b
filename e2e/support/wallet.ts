import type { Locator, Page } from '@playwright/test';
import type { Member } from './member.ts';

export const USDT = '1';
export const moveBehind = (member: Member, num: string, from_type = '1', to_type = '2') =>
  member.obtain('transfer', { c_id: USDT, num, from_type, to_type });
export const available = async (member: Member): Promise<Record<number, string>> =>
  Object.fromEntries(
    (await member.obtain('getCoinBalance', { c_id: USDT })).balance_list.map(({ type, balance }) => [type, balance]),
  );
export const account = (type: string): string => `/trade-account?id=1&name=USDT&type=${type}&usd=0&conversion=0`;
export const rows = (page: Page, list: string): Locator => page.getByRole('list', { name: list }).getByRole('listitem');

/** The screen that moves funds between own accounts. */
export class MoveFunds {
  readonly page: Page;
  readonly form: Locator;
  readonly amount: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.getByRole('form', { name: 'Transfer' });
    this.amount = this.form.getByRole('textbox', { name: 'Amount' });
    this.submit = page.getByRole('button', { name: /^Transfer( [\d,.]+ \w+)?$/ });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/changemoney${query}`);
    await this.amount.waitFor();
  }

  picked(label: 'From' | 'To'): Locator {
    return this.form.getByRole('combobox', { name: label }).locator('option:checked');
  }

  total(account: string): Locator {
    return this.form
      .locator('dl > div')
      .filter({ hasText: `${account} balance after` })
      .locator('dd');
  }
}
