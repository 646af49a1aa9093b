import type { Answer, KnownDevice, OwnSession, SecondFactor, SignIn } from '@plimsoll/contract';
import type { Pages } from '@plimsoll/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { post } from '../../platform/client.ts';
import { byId, usePages } from '../../platform/use-pages.ts';
import { passkeysWorkAt } from './passkeys-work.ts';

const SECURITY = 'getSecurity';
const SESSIONS = 'getSessions';
const DEVICES = 'getDevices';
const SIGN_INS = 'getSignIns';
const LIMITS = 'getLimits';

export type SecurityState = Answer<typeof SECURITY>;
export type Limits = Answer<typeof LIMITS>;

/** The limits of 24 hours; read again when the page is opened. */
export const useLimits = () =>
  useQuery({ queryKey: [LIMITS], queryFn: () => post(LIMITS, {}, { quiet: true }), refetchOnMount: 'always' });

/** The member's second factors; read again when the page is opened. */
export const useSecurity = () =>
  useQuery({ queryKey: [SECURITY], queryFn: () => post(SECURITY, {}, { quiet: true }), refetchOnMount: 'always' });

/** The factors that can be given in this browser, the usual one first. */
export function factorsHere(state: SecurityState | undefined): SecondFactor[] {
  if (!state || (state.totp === 0 && state.passkeys.length === 0)) return [];
  const isAtHome = passkeysWorkAt(new URL(state.passkey_origin).hostname);
  return [
    ...(state.totp === 1 ? (['totp'] as const) : []),
    ...(state.passkeys.length > 0 && isAtHome ? (['passkey'] as const) : []),
    ...(state.recovery_left > 0 ? (['recovery'] as const) : []),
  ];
}

/** Invalidates all of it after a change. */
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
