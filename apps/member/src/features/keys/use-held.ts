import { useBackToClose } from '@plimsoll/ui';
import { useEffect, useState } from 'react';
import { navigate, useLocation } from '../../platform/router.tsx';

/** The list that a key was made from. */
export const LIST = '/security?view=keys';

/** A page that shows what is shown once: leaving it is asked about. */
export interface Held {
  /** The reader wants to leave. */
  readonly isAsked: boolean;
  readonly stay: () => void;
  /** Leaves for where the reader wanted, or for the list. */
  readonly leave: () => void;
}

/** Holds the page: against the back gesture and links. Against the window's own closing the key does (`use-made.ts`). */
export function useHeld(): Held {
  const { depth } = useLocation();
  const [wanted, setWanted] = useState<string>();
  const isAsked = wanted !== undefined;
  useBackToClose(!isAsked, () => setWanted(LIST));
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(link.pathname + link.search);
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
  return {
    isAsked,
    stay: () => setWanted(undefined),
    leave: () => {
      // What holds the page, or asks, is a step of its own above it.
      if (depth > 0 && (wanted ?? LIST) === LIST) navigate(-2);
      else navigate(wanted ?? LIST, { replace: true });
    },
  };
}
