import type { Locator } from '@playwright/test';

/** Something that a member, or an operator, does from where it begins to its end. */
export interface Job {
  readonly name: string;
  /** The screen on which it begins. */
  readonly from: string;
  /** Taps in the first version; undefined for what could not be done in it. */
  readonly before: number | undefined;
  /** Taps today: `taps.spec.ts` counts them, and the table of DESIGN 2.6 shows them. */
  readonly now: number;
}

const job = (name: string, from: string, before: number | undefined, now: number): Job => ({ name, from, before, now });

/** Every job whose taps are counted. */
export const JOBS = {
  register: job('register', 'home', 6, 5),
  funds: job('take demo funds', 'home', 1, 1),
  buy: job('buy BTC at the market', 'home', 4, 4),
  limit: job('place a limit order at a level of the book', 'home', 5, 4),
  cancel: job('cancel it', 'spot', 1, 1),
  option: job('first option of 60 s, the options account empty', 'home', 11, 6),
  proof: job('see the proof of a settled option', 'options', 3, 3),
  deposit: job('claim a deposit, besides its photo', 'home', 4, 3),
  credit: job('credit a deposit', 'console', 3, 3),
  withdraw: job('first withdrawal, with address and payment password', 'home', 13, 13),
  approve: job('approve a withdrawal', 'console', 3, 3),
  convert: job('convert', 'home', 4, 4),
  send: job('send to a member', 'send', 6, 6),
  lock: job('lock', 'lock mining', 3, 3),
  loan: job('apply for a loan, besides three photos', 'home', 3, 3),
  stake: job('stake a coin that one does not have', 'home', undefined, 11),
  language: job('change the language', 'home', 2, 2),
  theme: job('change between night and day', 'home', 2, 2),
} as const satisfies Readonly<Record<string, Job>>;

/** The first option of a member whose options account is empty may take so many. */
export const FIRST_OPTION_AT_MOST = 6;

/** The table of the jobs, as DESIGN 2.6 has it. */
export const tableOf = (jobs: readonly Job[]): string =>
  [
    '| job | begins at | first version | now |',
    '| --- | --- | --- | --- |',
    ...jobs.map(({ name, from, before, now }) => `| ${name} | ${from} | ${before ?? '—'} | ${now} |`),
  ].join('\n');

/** A hand that counts what it taps. A field counts one, whatever is typed, with the key that ends it. */
export class Hand {
  #taps = 0;

  get taps(): number {
    return this.#taps;
  }

  async tap(control: Locator): Promise<void> {
    this.#taps += 1;
    await control.click();
  }

  async write(field: Locator, text: string): Promise<void> {
    this.#taps += 1;
    await field.fill(text);
  }

  /** Writes, and presses the keyboard's own key: for fields that search. */
  async search(field: Locator, text: string): Promise<void> {
    await this.write(field, text);
    await field.press('Enter');
  }
}
