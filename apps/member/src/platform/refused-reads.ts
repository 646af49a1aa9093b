import { showToast } from '@plimsoll/ui';
import type { Query, QueryClient } from '@tanstack/react-query';
import { Refusal } from './envelope.ts';

/**
 * Shows refused reads in the server's words (PRODUCT 1), those of before too, unless their `meta` says `isExpected`: a
 * refusal is then one of their answers. One that is polled and refused again is not shown again.
 */
export function showRefusedReads(client: QueryClient): void {
  const refused = new Set<string>();
  const look = ({ queryHash, meta, state: { status, error } }: Query): void => {
    if (status === 'success') refused.delete(queryHash);
    if (status !== 'error' || !(error instanceof Refusal) || error.code === 401) return;
    if (meta?.['isExpected'] || refused.has(queryHash)) return;
    refused.add(queryHash);
    showToast('bad', error.message);
  };
  const cache = client.getQueryCache();
  for (const query of cache.getAll()) look(query);
  cache.subscribe((event) => {
    if (event.type === 'updated') look(event.query);
  });
}
