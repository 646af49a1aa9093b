/** Keys as keyboards name them, the same in every language. */
export const KEY = { enter: 'Enter', escape: 'Esc', up: '↑', down: '↓' } as const;

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
/** The keys that open the palette, as they are written on this machine's keyboard. */
export const OPENS = isMac ? '⌘ K' : 'Ctrl K';

const WRITES = 'input, textarea, select, [contenteditable="true"]';
/** Whether what has the focus takes letters. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(WRITES) !== null;
