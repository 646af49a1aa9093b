import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import laterStyles from '../later.css?url';

/** A screen in a chunk of its own. */
export interface LazyScreen<P = object> {
  readonly Screen: LazyExoticComponent<ComponentType<P>>;
  /** Fetches what it needs ahead of need. */
  readonly warm: () => Promise<unknown>;
}

let styles: Promise<void> | undefined;

/** Brings the styles that the first view does without; once. */
export function loadLaterStyles(): Promise<void> {
  styles ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = laterStyles;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      styles = undefined;
      reject(new Error('the styles could not be fetched'));
    });
    document.head.append(link);
  });
  return styles;
}

/** What may be drawn before the later styles are there. */
export const firstScreen = (load: () => Promise<{ default: ComponentType }>): LazyScreen => ({ Screen: lazy(load), warm: load });

/** A screen, or a part of one, in a chunk of its own and with the later styles. */
export function lazyScreen<P = object>(load: () => Promise<{ default: ComponentType<P> }>): LazyScreen<P> {
  const fetch = async () => (await Promise.all([load(), loadLaterStyles()]))[0];
  return { Screen: lazy(fetch), warm: fetch };
}
