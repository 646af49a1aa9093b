import type { BrowserContext, Page } from '@playwright/test';
import type { Trouble } from './watch.ts';

type Entries = readonly { readonly name: string; readonly value: string }[];

/**
 * A page in which one thing after another is looked at, each loaded anew: what was fetched, read and made ready to run
 * for one is there for the next. A new page, or a new context, costs more than most of what is looked at in it.
 */
export class Stage {
  readonly trouble: Trouble;
  readonly #context: BrowserContext;
  #page: Page | undefined;

  constructor(context: BrowserContext, trouble: Trouble) {
    this.#context = context;
    this.trouble = trouble;
    // Between two pages of the app lies a document that names no icon: the browser asks where one might be.
    trouble.expect(/favicon\.ico/);
  }

  /**
   * The page, with a connection and without routes, which keeps these entries: of what was looked at before nothing is
   * left but what the browser caches.
   */
  async clear(entries: Entries): Promise<Page> {
    await this.#context.setOffline(false);
    this.#page ??= await this.#context.newPage();
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' });
    // A document of the site's that is no page of the app's: nothing of the app runs any more when its storage is
    // emptied.
    await this.#page.goto('/healthz');
    await this.#page.evaluate((all) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of all) localStorage.setItem(name, value);
    }, entries);
    return this.#page;
  }

  /** The next is looked at in another page. */
  async leave(): Promise<void> {
    await this.#page?.close();
    this.#page = undefined;
  }
}
