import { createStore, useStore } from './store.ts';
import { recall, remember, setCookie } from './storage.ts';

export type Theme = 'night' | 'day';
/** Which hues mean up and down (DESIGN 4.3). */
export const UP_DOWN = ['green-up', 'red-up', 'safe'] as const;
export type UpDown = (typeof UP_DOWN)[number];

const theme = createStore<Theme>(recall('theme') === 'day' ? 'day' : 'night');
const upDown = createStore<UpDown>(UP_DOWN.find((each) => each === recall('updown')) ?? 'green-up');

export const useTheme = (): Theme => useStore(theme);
export const useUpDown = (): UpDown => useStore(upDown);

export function setTheme(next: Theme): void {
  remember('theme', next);
  setCookie('theme', next);
  document.documentElement.dataset['theme'] = next;
  // The browser's own bars take the page's ground.
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  theme.set(next);
}

export function setUpDown(next: UpDown): void {
  remember('updown', next);
  document.documentElement.dataset['updown'] = next;
  upDown.set(next);
}
