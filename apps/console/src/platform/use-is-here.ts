import { useCallback } from 'react';
import { useHref, useLocation } from 'react-router';

/**
 * Whether the operator is still on the page that the caller was drawn on, or on it again: an answer that comes later
 * must not lead away from another page. Filters of a list are the same page.
 */
export function useIsHere(): () => boolean {
  const page = useHref(useLocation().pathname);
  // The address is ahead of what is rendered.
  return useCallback(() => globalThis.location.pathname === page, [page]);
}
