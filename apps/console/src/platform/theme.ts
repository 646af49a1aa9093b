import { useState } from 'react';
import { recall, remember } from './storage.ts';

export type Theme = 'night' | 'day';

/** The theme, set in the page before its first paint, and its setter. */
export function useTheme(): readonly [Theme, (next: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(recall('theme') === 'day' ? 'day' : 'night');
  return [
    theme,
    (next) => {
      remember('theme', next);
      document.documentElement.dataset['theme'] = next;
      document
        .querySelector('meta[name="theme-color"]')
        ?.setAttribute('content', getComputedStyle(document.documentElement).getPropertyValue('--bg').trim());
      setTheme(next);
    },
  ];
}
