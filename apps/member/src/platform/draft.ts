import { useState } from 'react';
import { useLocation } from './router.tsx';

/** Maximum number of drafts; the oldest is dropped. */
const MAX = 4;
const drafts = new Map<string, unknown>();

function keep(page: string, value: unknown): void {
  drafts.delete(page);
  drafts.set(page, value);
  const [oldest] = drafts.keys();
  if (drafts.size > MAX && oldest !== undefined) drafts.delete(oldest);
}

/** A form's draft, kept in memory for this visit and place. No password belongs into it. */
export function useDraft<T>(
  begin: () => T,
): readonly [draft: T, change: (next: (now: T) => T) => void, forget: () => void] {
  const { pathname, key } = useLocation();
  const page = `${pathname} ${key}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page keeps the draft of one form, whose type this is
  const [draft, setDraft] = useState<T>(() => (drafts.get(page) as T | undefined) ?? begin());
  const change = (next: (now: T) => T) =>
    setDraft((now) => {
      const then = next(now);
      keep(page, then);
      return then;
    });
  const forget = () => void drafts.delete(page);
  return [draft, change, forget];
}
