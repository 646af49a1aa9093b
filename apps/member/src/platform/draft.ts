import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from './router.tsx';
import { createStore } from './store.ts';

/** Maximum number of drafts; the oldest is dropped. */
const MAX = 4;
const drafts = new Map<string, unknown>();
/** The draft that was sent last, by whom. */
const sent = createStore<{ readonly draft: unknown; readonly by: object } | undefined>(undefined);

function keep(page: string, value: unknown): void {
  drafts.delete(page);
  drafts.set(page, value);
  const [oldest] = drafts.keys();
  if (drafts.size > MAX && oldest !== undefined) drafts.delete(oldest);
}

/**
 * A form's draft, kept in memory for this visit and place. No password belongs into it. `forget` it once it was sent:
 * a form that took the same one meanwhile, on a later visit of the page, begins again; one that was changed stays.
 */
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
  const self = useRef({});
  const take = useEffectEvent(() => {
    const last = sent.get();
    if (last && last.by !== self.current) setDraft((now) => (now === last.draft ? begin() : now));
  });
  useEffect(() => sent.subscribe(() => take()), []);
  const forget = () => {
    if (drafts.get(page) === draft) drafts.delete(page);
    sent.set({ draft, by: self.current });
  };
  return [draft, change, forget];
}
