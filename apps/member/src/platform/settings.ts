import type { Settings } from '@plimsoll/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from './client.ts';
import { queryClient } from './query.ts';
import { recallJson, remember } from './storage.ts';

/** Settings are read again when the app is shown again, at most once a minute. */
const STALE_MS = 60_000;

async function fetchSettings(): Promise<Settings> {
  const settings = await get('getSetting', {}, { quiet: true });
  remember('settings', JSON.stringify(settings));
  return settings;
}

/** The settings of the last visit, to draw with at once. */
export const keptSettings = (): Settings | null => recallJson<Settings>('settings');

export const settingsQuery = queryOptions({ queryKey: ['getSetting'], queryFn: fetchSettings, staleTime: STALE_MS });

/** Reads the settings again: what was just refused may have been switched off. */
export const lookAgainAtSettings = (): void => void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });

/** The site's configuration. Only inside the shell, which waits for it. */
export function useSettings(): Settings {
  const { data } = useQuery(settingsQuery);
  if (!data) throw new Error('drawn too early');
  return data;
}
