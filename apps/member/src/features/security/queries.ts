import type { Answer, KnownDevice, OwnSession, SecondFactor, SignIn } from '@plimsoll/contract';
import type { Pages } from '@plimsoll/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { byId, usePages } from '../../platform/use-pages.ts';
import { passkeysWorkAt } from './passkey.ts';

const SECURITY = 'getSecurity';
const SESSIONS = 'getSessions';
const DEVICES = 'getDevices';
const SIGN_INS = 'getSignIns';
const LIMITS = 'getLimits';

export type SecurityState = Answer<typeof SECURITY>;
/** What may leave within 24 hours. */
export type Limits = Answer<typeof LIMITS>;

/** The limits as they stand; asked for anew whenever one comes back to the page. */
export const useLimits = () =>
  useQuery({ queryKey: [LIMITS], queryFn: () => post(LIMITS, {}, { quiet: true }), refetchOnMount: 'always' });

/** Which second factors are set; asked for anew whenever one comes back to the page. */
export const useSecurity = () =>
  useQuery({ queryKey: [SECURITY], queryFn: () => post(SECURITY, {}, { quiet: true }), refetchOnMount: 'always' });

/** What of them can be given in this browser, the usual way first. A passkey that cannot be used here is left out. */
export function factorsHere(state: SecurityState | undefined): SecondFactor[] {
  if (!state || (state.totp === 0 && state.passkeys.length === 0)) return [];
  const isAtHome = passkeysWorkAt(new URL(state.passkey_origin).hostname);
  return [
    ...(state.totp === 1 ? (['totp'] as const) : []),
    ...(state.passkeys.length > 0 && isAtHome ? (['passkey'] as const) : []),
    ...(state.recovery_left > 0 ? (['recovery'] as const) : []),
  ];
}

/** Asks for all of it again after a change. */
export function useSecurityChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of [SECURITY, SESSIONS, DEVICES, SIGN_INS]) void client.invalidateQueries({ queryKey: [name] });
  };
}

export const useSessions = (): Pages<OwnSession> =>
  usePages({ key: [SESSIONS], fetchPage: (page, signal) => post(SESSIONS, page, { quiet: true, signal }), idOf: byId });
export const useDevices = (): Pages<KnownDevice> =>
  usePages({ key: [DEVICES], fetchPage: (page, signal) => post(DEVICES, page, { quiet: true, signal }), idOf: byId });
export const useSignIns = (): Pages<SignIn> =>
  usePages({ key: [SIGN_INS], fetchPage: (page, signal) => post(SIGN_INS, page, { quiet: true, signal }), idOf: byId });
