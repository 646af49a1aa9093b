import { SPOT_STATUS } from '@plimsoll/contract/codes/spot';
import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { IS_LATER_BOOK, LATER_BOOK_MS } from './member.ts';

/** How long a toast is shown. */
const TOAST_STAY_MS = 5000;

export const toast = (page: Page, words: string): Locator => page.locator('.toast').filter({ hasText: words });

/** The total balance on Home, as `10,000.00`. */
export const onHome = (page: Page, total: string): Locator =>
  page.getByRole('main').getByText(`${total} USDT`, { exact: true });

/**
 * Waits for what a page announces in passing, by a toast or a result bar: one that has left by itself was announced too.
 * Each announcement is met once.
 */
export async function announced(page: Page, words: string): Promise<void> {
  const meet = (wanted: string): boolean => {
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();
    const passing = window.passing ?? [];
    const at = passing.findIndex((text) => plain(text).includes(plain(wanted)));
    if (at >= 0) passing.splice(at, 1);
    const standing = [...document.querySelectorAll('.toast, .risen')];
    return at >= 0 || standing.some(({ textContent }) => plain(textContent).includes(plain(wanted)));
  };
  // Also where the page loads another document meanwhile.
  await page.waitForFunction(meet, words).catch((cause: unknown) => {
    throw new Error(`“${words}” was not announced`, { cause });
  });
}

/**
 * Waits for a toast, and closes one that covers the page: a success takes no tap. A toast that closed by itself is fine.
 */
export async function dismiss(page: Page, words: string): Promise<void> {
  await announced(page, words);
  const shown = toast(page, words);
  // Not by role: an opening sheet hides everything else from accessible queries.
  const buttons = shown.locator('button');
  // A toast stays while it has the focus.
  const isHeld = await buttons.evaluateAll((all: HTMLElement[]) => {
    all.at(-1)?.focus();
    return all.length > 0;
  });
  if (!isHeld) return;
  await buttons.last().click();
  await shown.waitFor({ state: 'detached' });
}

/** From now on toasts of this document stay: what is looked at beside them takes the time it takes. */
export const keepToasts = (page: Page): Promise<void> =>
  page.evaluate((stayMs) => {
    const later = globalThis.setTimeout;
    const kept = (act: TimerHandler, ms?: number, ...rest: unknown[]): number =>
      ms === stayMs ? 0 : later(act, ms, ...rest);
    Object.assign(globalThis, { setTimeout: kept });
  }, TOAST_STAY_MS);

/** An amount on the screen as the wire writes it, without grouping. */
export const digitsOf = async (locator: Locator): Promise<string> =>
  (await locator.innerText()).replaceAll(/[^\d.]/g, '');

interface Answered {
  readonly code: number;
  readonly reason?: string;
  readonly msg: string;
  readonly data: { readonly status?: number } | null;
}

/** How a call ended: `done`, or why not. */
const outcomeOf = ({ code, reason, msg }: Answered): string => (code === 1 ? 'done' : (reason ?? msg));

/**
 * Does what sends a call, and again while its answer is one that a later book would not give, as {@link Member.obtain}
 * does: journeys of a worker take from the same book. The first answer of another kind.
 */
export async function untilServed(page: Page, call: string, act: () => Promise<void>): Promise<Answered> {
  /** From the first answer. */
  let untilMs: number | undefined;
  const once = async (): Promise<Answered> => {
    const answers: Response[] = [];
    const keep = (response: Response): void => {
      if (response.url().endsWith(`/api/${call}`)) answers.push(response);
    };
    page.on('response', keep);
    try {
      await act();
      // From here, as what leads to a call takes as long as the machine needs.
      await expect.poll(() => answers.length, { message: `${call} is answered` }).toBeGreaterThan(0);
    } finally {
      page.off('response', keep);
    }
    return answers[0]?.json();
  };
  let last: Answered | undefined;
  await expect
    .poll(
      async () => {
        last = await once();
        const outcome = outcomeOf(last);
        untilMs ??= Date.now() + LATER_BOOK_MS;
        if (!IS_LATER_BOOK.test(outcome)) return true;
        if (Date.now() > untilMs) throw new Error(`${call} met no book that serves it: ${outcome}`);
        return false;
      },
      { timeout: 0 },
    )
    .toBe(true);
  if (!last) throw new Error(`${call}: no answer`);
  return last;
}

/** A sheet that closes goes back in the history, which would abort a reload and a load of another page. */
export const isClosed = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => Object.hasOwn(Object(history.state), 'overlay'))).toBe(false);

/** As {@link untilServed}; the answer is a success. */
export async function untilMet(page: Page, call: string, act: () => Promise<void>): Promise<Answered> {
  const answer = await untilServed(page, call, act);
  expect(outcomeOf(answer)).toBe('done');
  return answer;
}

export class Exchange {
  readonly page: Page;
  readonly base: string;
  readonly quote: string;
  /** Whether the last order waits in the book. */
  #rests = false;

  constructor(page: Page, base = 'BTC', quote = 'USDT') {
    this.page = page;
    this.base = base;
    this.quote = quote;
  }

  async open(): Promise<void> {
    const query = new URLSearchParams({
      currentSymbol: `${this.base}${this.quote}`.toLowerCase(),
      name: `${this.base}/${this.quote}`,
    });
    await this.page.goto(`/exchange?${query}`);
    await this.available.getByText(/\d/).waitFor();
  }

  get form(): Locator {
    return this.page.getByRole('form', { name: 'Place an order' });
  }

  get price(): Locator {
    return this.form.getByRole('textbox', { name: `Price, ${this.quote}` });
  }

  get quantity(): Locator {
    return this.form.getByRole('textbox', { name: `Amount, ${this.base}` });
  }

  get amount(): Locator {
    return this.form.getByRole('textbox', { name: `Total, ${this.quote}` });
  }

  get available(): Locator {
    return this.form.locator('dl > div').filter({ hasText: 'Available' }).locator('dd');
  }

  get submit(): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^(Buy|Sell) ${this.base}$`) });
  }

  side(name: 'Sell orders' | 'Buy orders'): Locator {
    return this.page.getByRole('region', { name: 'Order book' }).getByRole('list', { name }).getByRole('button');
  }

  get openOrders(): Locator {
    return this.page.getByRole('region', { name: /^Open orders/ });
  }

  async choose(side: 'Buy' | 'Sell', mode: 'Limit' | 'Market'): Promise<void> {
    await this.form.getByRole('button', { name: side, exact: true }).click();
    await this.form.getByRole('button', { name: mode, exact: true }).click();
  }

  /** Places a limit order and waits for the answer. */
  async placeLimit(side: 'Buy' | 'Sell', price: string, quantity: string): Promise<void> {
    await this.choose(side, 'Limit');
    await this.price.fill(price);
    await this.quantity.fill(quantity);
    await this.send();
  }

  /** What came of an order that was filled at once. */
  get result(): Locator {
    return this.page.getByRole('dialog', { name: new RegExp(`^${this.base}/${this.quote} `) });
  }

  /** Closes the result. An order that met no fresh book waits for the next one, and has no result. */
  async done(): Promise<void> {
    if (this.#rests) {
      await expect(this.openOrders).toContainText('No open orders');
      return;
    }
    await this.result.getByRole('button', { name: 'Done' }).click();
    await expect(this.result).toBeHidden();
  }

  /** Sends the order, whatever comes of it, and waits for its own answer. */
  async meet(act: () => Promise<void> = () => this.submit.click()): Promise<void> {
    const { data } = await untilMet(this.page, 'upbbbuy', act);
    this.#rests = data?.status === SPOT_STATUS.open;
  }

  /** Sends the order, waits for its own answer (an earlier order's toast may still be there) and closes the toast. */
  async send(act?: () => Promise<void>): Promise<void> {
    await this.meet(act);
    await dismiss(this.page, 'Order placed');
  }
}
