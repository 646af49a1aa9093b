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
import type { Desk } from './desk.ts';
import { forgetDevice, listDevices } from './known-devices.ts';
import { securityOf } from './overview.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { setPhrase } from './phrase.ts';
import { listSignIns } from './sign-ins.ts';

/** Binds what a member does for the safety of their own account. The second step of a login is membership's. */
export function securityRoutes(desk: Desk): readonly Route[] {
  const { db, clock } = desk;
  return [
    memberRoute(getSecurity, async (_input, context) => ok(await securityOf(context, desk))),
    memberRoute(getSessions, async (input, context) => ok(await listSessions(context, input, desk))),
    memberRoute(endSession, ({ id }, context) => endOwnSession(context, id, desk)),
    memberRoute(endOthersCall, async (_input, context) => ok(await endOtherSessions(context, desk))),
    memberRoute(getDevices, async (input, context) =>
      ok({ list: await listDevices(db, context, input, clock.nowMs()) }),
    ),
    memberRoute(forgetDeviceCall, async ({ id }, { memberId }) =>
      (await forgetDevice(db, memberId, id)) ? ok(null) : refuse('not_found'),
    ),
    memberRoute(getSignIns, async (input, { memberId }) =>
      ok({ list: await listSignIns(db, memberId, input, clock.nowMs()) }),
    ),
    memberRoute(startTotpCall, (input, context) => startTotp(input, context, desk)),
    memberRoute(confirmTotpCall, (input, context) => confirmTotp(input, context, desk)),
    memberRoute(removeTotpCall, (input, context) => removeTotp(input, context, desk)),
    memberRoute(startPasskeyCall, (input, context) => startPasskey(input, context, desk)),
    memberRoute(addPasskeyCall, (input, context) => addPasskey(input, context, desk)),
    memberRoute(removePasskeyCall, (input, context) => removePasskey(input, context, desk)),
    memberRoute(setPhraseCall, (input, context) => setPhrase(input, context, desk)),
    memberRoute(renewCall, (input, context) => renewRecoveryCodes(input, context, desk)),
  ];
}
