import { ok, refuse } from '@plimsoll/contract';
import {
  addPasskey as addPasskeyCall,
  confirmTotp as confirmTotpCall,
  endOtherSessions as endOthersCall,
  endSession,
  forgetDevice as forgetDeviceCall,
  getDevices,
  getSecurity,
  getSessions,
  getSignIns,
  removePasskey as removePasskeyCall,
  removeTotp as removeTotpCall,
  renewRecoveryCodes as renewCall,
  setPhrase as setPhraseCall,
  startPasskey as startPasskeyCall,
  startTotp as startTotpCall,
} from '@plimsoll/contract/security';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import {
  addPasskey,
  confirmTotp,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from './change-factors.ts';
import type { UseCaseDeps } from './use-case-deps.ts';
import { forgetDevice, listDevices } from './known-devices.ts';
import { securityOf } from './overview.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { setPhrase } from './phrase.ts';
import { listSignIns } from './sign-ins.ts';

/** Binds the calls of account security. */
export function securityRoutes(deps: UseCaseDeps): readonly Route[] {
  const { db, clock } = deps;
  return [
    memberRoute(getSecurity, async (_input, context) => ok(await securityOf(context, deps))),
    memberRoute(getSessions, async (input, context) => ok(await listSessions(context, input, deps))),
    memberRoute(endSession, ({ id }, context) => endOwnSession(context, id, deps)),
    memberRoute(endOthersCall, async (_input, context) => ok(await endOtherSessions(context, deps))),
    memberRoute(getDevices, async (input, context) =>
      ok({ list: await listDevices(db, context, input, clock.nowMs()) }),
    ),
    memberRoute(forgetDeviceCall, async ({ id }, { memberId }) =>
      (await forgetDevice(db, memberId, id)) ? ok(null) : refuse('not_found'),
    ),
    memberRoute(getSignIns, async (input, { memberId }) =>
      ok({ list: await listSignIns(db, memberId, input, clock.nowMs()) }),
    ),
    memberRoute(startTotpCall, (input, context) => startTotp(input, context, deps)),
    memberRoute(confirmTotpCall, (input, context) => confirmTotp(input, context, deps)),
    memberRoute(removeTotpCall, (input, context) => removeTotp(input, context, deps)),
    memberRoute(startPasskeyCall, (input, context) => startPasskey(input, context, deps)),
    memberRoute(addPasskeyCall, (input, context) => addPasskey(input, context, deps)),
    memberRoute(removePasskeyCall, (input, context) => removePasskey(input, context, deps)),
    memberRoute(setPhraseCall, (input, context) => setPhrase(input, context, deps)),
    memberRoute(renewCall, (input, context) => renewRecoveryCodes(input, context, deps)),
  ];
}
