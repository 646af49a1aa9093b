import type { Locator, Page } from '@playwright/test';
import { expect, test as journey } from './journey.ts';
import type { Member } from './member.ts';
import { dismiss, untilMet, untilServed } from './screen.ts';
import { startFreshServer, type FreshServer } from './server.ts';

/** Rises half a thousandth every six seconds: Up wins, Down loses. */
const RISING = { minutes: 240, price: 500_000, range: 0, rise: 250 };
const SHORTEST_S = 30;
/** From placing the shortest option to its result on the screen, on a busy machine. */
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

export class Options {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/options${query}`);
    await expect(this.button('Up')).toBeEnabled();
  }

  button(direction: 'Up' | 'Down'): Locator {
    return this.page.getByRole('main').getByRole('button', { name: new RegExp(`^${direction} `) });
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: /^New option/ });
  }

  /** The watched option: headed by pair and direction. */
  get progress(): Locator {
    return this.page.getByRole('dialog', { name: /^BTC\/USDT/ });
  }

  confirm(direction: 'Up' | 'Down'): Locator {
    return this.page.getByRole('alertdialog', { name: `Confirm BTC/USDT ${direction}` });
  }

  /** Chooses a stake of 30 and a cycle, the shortest if none is named. */
  async choose(seconds = SHORTEST_S): Promise<void> {
    await this.page
      .getByRole('main')
      .getByRole('button', { name: /^Stake/ })
      .click();
    await this.sheet
      .getByRole('group', { name: 'Quick stakes' })
      .getByRole('button', { name: '30', exact: true })
      .click();
    await this.sheet
      .getByRole('group', { name: 'Duration' })
      .getByRole('button', { name: `${seconds} s` })
      .click();
  }

  /** Asks for an option where it is written: in the sheet, beside the chart, or in the page. */
  async ask(direction: 'Up' | 'Down'): Promise<void> {
    const inSheet = this.sheet.getByRole('button', { name: new RegExp(`^${direction} `) });
    await ((await this.sheet.isVisible()) ? inSheet : this.button(direction)).click();
  }

  /** Confirms what is asked, whatever comes of it; asks again where the price was too old for it. */
  async confirmUntilServed(direction: 'Up' | 'Down', met: typeof untilServed = untilServed): Promise<void> {
    const question = this.confirm(direction);
    let isAsked = true;
    await met(this.page, 'creatorder', async () => {
      // A refusal closes the question.
      if (!isAsked) {
        await expect(question).toBeHidden();
        await this.ask(direction);
      }
      isAsked = false;
      await question.getByRole('button', { name: `Buy ${direction}` }).click();
    });
  }

  /** Confirms, and closes the toast. */
  async place(direction: 'Up' | 'Down'): Promise<void> {
    await this.confirmUntilServed(direction, untilMet);
    await dismiss(this.page, 'Option placed');
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

/** Gives a member 1 000 USDT for options. */
export async function fund(member: Member): Promise<void> {
  await member.obtain('transfer', { c_id: '1', num: '1000', from_type: '1', to_type: '2' });
}

export const balanceOf = async (member: Member): Promise<string> => (await member.obtain('getHyConfig')).balance;
export const fact = (of: Locator, term: string): Locator =>
  of.locator('dl > div').filter({ hasText: term }).locator('dd');
