import type { LaterSlice } from '@plimsoll/i18n/english';
import { LazyBoundary, lazyPart, type LazyPart } from '@plimsoll/ui';
import type { ComponentType } from 'react';
import laterStyles from '../later.css?url';
import { whenIdle } from './idle.ts';
import { bringWords } from './language.ts';
import { renew } from './version.ts';

const sheets: Record<string, Promise<void>> = {};

/** Loads a style sheet; once. */
const loadStyles = (href: string): Promise<void> =>
  (sheets[href] ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      delete sheets[href];
      reject(new Error(href));
    });
    document.head.append(link);
  }));

/** Loads the styles that the first view does without; once. */
export const loadLaterStyles = (): Promise<void> => loadStyles(laterStyles);

/** For screens that need neither the later styles nor other words than those of the first view. */
export const firstScreen = (load: () => Promise<{ default: ComponentType }>): LazyPart =>
  lazyPart(load, () => load().catch(renew));

/**
 * A screen, or a part of one, in a chunk of its own, with the later styles, its words, and another style `sheet` where
 * it has one: `lazyScreen(['spot'], () => import(…))`. It is drawn when all of them are loaded.
 */
export function lazyScreen<P extends object = object>(
  words: readonly LaterSlice[],
  load: () => Promise<{ default: ComponentType<P> }>,
  sheet = laterStyles,
): LazyPart<P> {
  const fetch = async () => (await Promise.all([load(), loadLaterStyles(), loadStyles(sheet), bringWords(words)]))[0];
  return lazyPart(fetch, () => fetch().catch(renew));
}

const AGAIN_MS = 10_000;

/** What accompanies every screen: drawn once the first one is, and tried again where it could not be loaded. */
export function loadedWhenIdle<P extends object>({ warm }: LazyPart<P>): ComponentType<P> {
  const part = lazyPart<P>(async () => {
    for (;;) {
      await whenIdle();
      try {
        return { default: await warm() };
      } catch {
        await new Promise((resolve) => {
          setTimeout(resolve, AGAIN_MS);
        });
      }
    }
  });
  return (props) => <LazyBoundary part={part} props={props} fallback={null} isBesides />;
}
