import { ok, refuse, type Result } from '@plimsoll/contract';
import { trim } from '@plimsoll/contract/fields';
import { emssend, getusr, login as loginCall, logout, register as registerCall, REGISTER_BY, resetpay, resetpwd } from '@plimsoll/contract/membership';
import { memberRoute, publicRoute, type Route } from '../../platform/http/index.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { changePassword, changePayPassword } from './change-password.ts';
import type { MembershipDeps } from './deps.ts';
import { Entrance } from './entrance.ts';
import { getUser } from './get-user.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { sendCode } from './send-code.ts';
import { memberById } from './store.ts';

/** Binds the calls of membership; the counts that slow down logins live as long as they do. */
export function membershipRoutes(deps: MembershipDeps): readonly Route[] {
  const entrance = new Entrance(deps.clock, deps.mode);
  const inTurn = oneAtATime();
  const loginDeps = { ...deps, entrance };
  /** What asks a member for the login password once more takes its turn with the logins of that account. */
  const asOwner = async (memberId: string, task: (username: string) => Promise<Result<null>>): Promise<Result<null>> => {
    const username = (await memberById(deps.db, memberId))?.username;
    return username === undefined ? refuse('login_required') : inTurn(username, () => task(username));
  };
  return [
    publicRoute(registerCall, async (input, { address }) => entrance.slowsRegistration(address) ?? register(input, deps), {
      enabled: (settings, { type }) => {
        // Whatever is neither has no side here; its own field refuses it.
        const by = typeof type === 'string' || typeof type === 'number' ? trim(String(type)) : '';
        if (by === REGISTER_BY.email) return settings.email_register_switch === 1;
        return by === REGISTER_BY.phone ? settings.phone_register_switch === 1 : true;
      },
    }),
    publicRoute(loginCall, (input, { address }) => inTurn(input.username, () => login(input, address, loginDeps))),
    publicRoute(emssend, async (input, { address, lang }) => entrance.slowsMail(address) ?? sendCode(input, lang, deps)),
    memberRoute(logout, async (_input, { sessionHash }) => {
      await deps.sessions.end(sessionHash);
      return ok(null);
    }),
    memberRoute(getusr, (_input, { memberId, lang }) => getUser(memberId, lang, deps.db)),
    memberRoute(resetpwd, (input, { memberId, address }) => asOwner(memberId, (username) => changePassword(input, { memberId, username, address }, loginDeps))),
    memberRoute(resetpay, (input, { memberId, address }) => asOwner(memberId, (username) => changePayPassword(input, { memberId, username, address }, loginDeps))),
  ];
}
