import type { Locator, Page } from '@playwright/test';
import { expect, test as journey } from './journey.ts';
import type { Member } from './member.ts';
import { dismiss } from './screen.ts';
import { startFreshServer, type FreshServer } from './server.ts';

/** Half a thousandth dearer every six seconds: what is bought up wins, what is bought down loses. */
const RISING = { minutes: 240, price: 500_000, range: 0, rise: 250 };
/** The shortest cycle offered. */
const SHORTEST_S = 30;
/** From placing the shortest one to its result on the screen, on a busy machine. */
export const SETTLES_WITHIN_MS = 50_000;

/** A journey on a market where Bitcoin rises steadily. */
export const test: typeof journey = journey.extend<object, { server: FreshServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs: nothing
    async ({}, give) => {
      const server = await startFreshServer({ feed: RISING, speed: 10 });
      await give(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** The options screen. */
export class Options {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** Opens it, and waits until an option can be taken. */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/options${query}`);
    await expect(this.take('Up')).toBeEnabled();
  }

  take(direction: 'Up' | 'Down'): Locator {
    return this.page.getByRole('main').getByRole('button', { name: new RegExp(`^${direction} `) });
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: /^Your option/ });
  }

  /** What is being watched: its head is the pair and the direction. */
  get progress(): Locator {
    return this.page.getByRole('dialog', { name: /^BTC\/USDT/ });
  }

  confirm(direction: 'Up' | 'Down'): Locator {
    return this.page.getByRole('alertdialog', { name: `${direction} on BTC/USDT?` });
  }

  /** Chooses a stake of 30 and the shortest cycle. */
  async choose(): Promise<void> {
    await this.page
      .getByRole('main')
      .getByRole('button', { name: /^Stake/ })
      .click();
    await this.sheet
      .getByRole('group', { name: 'Quick stakes' })
      .getByRole('button', { name: '30', exact: true })
      .click();
    await this.sheet
      .getByRole('group', { name: 'Closes after' })
      .getByRole('button', { name: `${SHORTEST_S} s` })
      .click();
  }

  /** Says the last yes, and puts the toast out of the way. */
  async place(direction: 'Up' | 'Down'): Promise<void> {
    await this.confirm(direction)
      .getByRole('button', { name: `Place ${direction}` })
      .click();
    await dismiss(this.page, 'Option opened');
    await expect(this.progress).toBeVisible();
  }

  async close(): Promise<void> {
    await this.progress.getByRole('button', { name: 'Close, keep it running' }).click();
    await expect(this.progress).toBeHidden();
  }

  view(name: 'Chart' | 'Orders'): Locator {
    return this.page.getByRole('group', { name: 'View' }).getByRole('button', { name });
  }
}

/** A member with 1 000 USDT to take options with. */
export async function fund(member: Member): Promise<void> {
  await member.obtain('transfer', { c_id: '1', num: '1000', from_type: '1', to_type: '2' });
}

/** What the member can stake, by the server. */
export const balanceOf = async (member: Member): Promise<string> => (await member.obtain('getHyConfig')).balance;
/** What stands beside a term. */
export const fact = (of: Locator, term: string): Locator =>
  of.locator('dl > div').filter({ hasText: term }).locator('dd');
