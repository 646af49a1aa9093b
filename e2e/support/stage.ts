import type { BrowserContext, Page } from '@playwright/test';
import { interceptNothing } from './answers.ts';
import type { Trouble } from './watch.ts';

type Entries = readonly { readonly name: string; readonly value: string }[];

/**
 * A page for viewing many screens, each loaded again: the browser's cache serves all of them. A new page or context
 * costs more than most screens.
 */
export class Stage {
  readonly trouble: Trouble;
  readonly #context: BrowserContext;
  #page: Page | undefined;

  constructor(context: BrowserContext, trouble: Trouble) {
    this.#context = context;
    this.trouble = trouble;
    // The blank document between two pages names no icon, so the browser requests the default one.
    trouble.expect(/favicon\.ico/);
  }

  /** The page, online, with nothing intercepted, and with only these storage entries. */
  async clear(entries: Entries): Promise<Page> {
    await this.#context.setOffline(false);
    this.#page ??= await this.#context.newPage();
    await interceptNothing(this.#page);
    // A document of the origin that is not the app: storage can be emptied without the app running.
    await this.#page.goto('/healthz');
    await this.#page.evaluate((all) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of all) localStorage.setItem(name, value);
    }, entries);
    return this.#page;
  }

  /** The next screen gets another page. */
  async leave(): Promise<void> {
    await this.#page?.close();
    this.#page = undefined;
  }
}
