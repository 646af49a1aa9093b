import { ok } from '@plimsoll/contract';
import { trim } from '@plimsoll/contract/fields';
import { emssend, getusr, login as loginCall, logout, register as registerCall, REGISTER_BY } from '@plimsoll/contract/membership';
import { memberRoute, publicRoute, type Route } from '../../platform/http/index.ts';
import type { MembershipDeps } from './deps.ts';
import { Entrance } from './entrance.ts';
import { getUser } from './get-user.ts';
import { login } from './login.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { register } from './register.ts';
import { sendCode } from './send-code.ts';

/** Binds the calls of membership; the counts that slow down logins live as long as they do. */
export function membershipRoutes(deps: MembershipDeps): readonly Route[] {
  const entrance = new Entrance(deps.clock, deps.mode);
  const inTurn = oneAtATime();
  return [
    publicRoute(registerCall, async (input, { address }) => entrance.slowsRegistration(address) ?? register(input, deps), {
      enabled: (settings, { type }) => {
        const by = trim(String(type));
        if (by === REGISTER_BY.email) return settings.email_register_switch === 1;
        return by === REGISTER_BY.phone ? settings.phone_register_switch === 1 : true;
      },
    }),
    publicRoute(loginCall, (input, { address }) => inTurn(input.username, () => login(input, address, { ...deps, entrance }))),
    publicRoute(emssend, async (input, { address, lang }) => entrance.slowsMail(address) ?? sendCode(input, lang, deps)),
    memberRoute(logout, async (_input, { sessionHash }) => {
      await deps.sessions.end(sessionHash);
      return ok(null);
    }),
    memberRoute(getusr, (_input, { memberId }) => getUser(memberId, deps.db)),
  ];
}
