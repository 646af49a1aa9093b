import { SLICES } from '@plimsoll/i18n/english';
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/** A missing text shows its key. */
const RAW_KEY = String.raw`\b(?:${[...SLICES.first, ...SLICES.later, ...SLICES.console].join('|')})\.[a-z][A-Za-z]*(?:\.[A-Za-z]+)*\b`;

/** Runs in the page: finds raw text keys in everything drawn, however briefly. */
function reportRawKeys(pattern: string): void {
  const key = new RegExp(pattern);
  const read = (text: string | null | undefined): void => {
    const found = key.exec(text ?? '');
    if (found) console.error(`raw text key: ${found[0]}`);
  };
  const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
  const look = (node: Node): void => {
    if (node instanceof Text) read(node.data);
    if (!(node instanceof Element) || node instanceof HTMLScriptElement) return;
    for (const name of attributes) read(node.getAttribute(name));
    for (const child of node.childNodes) look(child);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records) {
      if (type !== 'childList') look(target);
      for (const node of addedNodes) look(node);
    }
    read(document.title);
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: attributes,
  });
}

declare global {
  interface Window {
    /** What was announced for a few seconds and not yet asked for (`announced`), the first first. */
    passing?: string[];
  }
}

/** Runs in the page: keeps the words of toasts and result bars, which leave by themselves, for whoever looks late. */
function keepPassing(): void {
  const passing: string[] = (window.passing = []);
  const kept = new WeakMap<Element, string>();
  new MutationObserver(() => {
    for (const each of document.querySelectorAll('.toast, .risen')) {
      const text = each.textContent;
      if (text === '' || kept.get(each) === text) continue;
      kept.set(each, text);
      passing.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Errors in a journey's pages, except the expected ones. */
export class Trouble {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];

  expect(...patterns: readonly RegExp[]): void {
    this.#expected.push(...patterns);
  }

  add(what: string): void {
    this.#found.push(what);
  }

  get unexpected(): readonly string[] {
    return this.#found.filter((what) => !this.#expected.some((each) => each.test(what)));
  }
}

const textOf = (message: ConsoleMessage): string => `console: ${message.text()} (${message.location().url})`;

function watchPage(page: Page, trouble: Trouble): void {
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.add(textOf(message));
  });
  page.on('pageerror', (error) => trouble.add(`page: ${error.stack ?? error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) trouble.add(`answer: ${response.status()} ${response.url()}`);
  });
}

/**
 * Watches every page of a browser's context: console errors, uncaught errors, 5xx answers, raw text keys, and what is
 * announced in passing.
 */
export async function watch(context: BrowserContext): Promise<Trouble> {
  const trouble = new Trouble();
  context.on('page', (page) => watchPage(page, trouble));
  await context.addInitScript(reportRawKeys, RAW_KEY);
  await context.addInitScript(keepPassing);
  return trouble;
}
