import { useEffect, useRef, type RefObject } from 'react';

/** The row that a key leads to, from the one at `at` (−1 for none); undefined for other keys. */
export function rowAfter(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'j' || key === 'ArrowDown') return Math.min(count - 1, at + 1);
  if (key === 'k' || key === 'ArrowUp') return Math.max(0, at - 1);
  return undefined;
}

const TYPED_IN = 'input, textarea, select, [contenteditable], [role="menu"], [role="alertdialog"], [role="dialog"]';

/** Moves between rows with j and k, or with the arrows while a row has the focus. */
export function useRowKeys(): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const from = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || from?.closest(TYPED_IN)) return;
      const links = [...(host.current?.querySelectorAll<HTMLElement>('.row-link') ?? [])];
      const focused = links.findIndex((link) => link === from);
      // Otherwise arrows scroll the page.
      if (event.key.startsWith('Arrow') && focused === -1) return;
      const chosen = links.findIndex((link) => link.closest('.sel') !== null);
      const next = rowAfter(event.key, focused === -1 ? chosen : focused, links.length);
      if (next === undefined) return;
      event.preventDefault();
      links[next]?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return host;
}
