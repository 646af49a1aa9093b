import type { Key } from '@plimsoll/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';

const KEYS = 'getKeys';

/** The member's keys, those that ended lately last; read again when the page is opened. */
export const useKeys = () =>
  useQuery({
    queryKey: [KEYS],
    queryFn: async () => (await post(KEYS, {}, { quiet: true })).list,
    refetchOnMount: 'always',
  });

/** Reads them again after a change. */
export function useKeysChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [KEYS] });
}

/** True for a key that no longer works. */
export const isOver = ({ ended }: Pick<Key, 'ended'>): boolean => ended !== null;
