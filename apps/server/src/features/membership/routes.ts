import { ok, refuse } from '@plimsoll/contract';
import { trim } from '@plimsoll/contract/fields';
import {
  emssend,
  forgotpwd,
  getNewpwd,
  getusr,
  login as loginCall,
  logout,
  newpwd,
  proveEmail as proveEmailCall,
  register as registerCall,
  REGISTER_BY,
  resetpay,
  resetpwd,
  sendEmailCode,
  setEmail as setEmailCall,
  smssend,
} from '@plimsoll/contract/membership';
import {
  freezeMe,
  loginPasskey as loginPasskeyCall,
  loginSecond as loginSecondCall,
  passkeyLoginChallenge,
} from '@plimsoll/contract/security';
import { memberRoute, publicRoute, type Route } from '../../platform/http/index.ts';
import { changePassword, changePayPassword } from './change-password.ts';
import type { MembershipDeps } from './deps.ts';
import { mailReset } from './forgot-password.ts';
import { freezeSelf } from './freeze-self.ts';
import { getUser } from './get-user.ts';
import { loginPasskey } from './login-passkey.ts';
import { loginSecond } from './login-second.ts';
import { login } from './login.ts';
import { lookAtReset, setForgotten } from './new-password.ts';
import { proveEmail, sendOwnCode, setEmail } from './own-email.ts';
import type { Owning } from './owner.ts';
import { openReset } from './password-resets.ts';
import { register } from './register.ts';
import { sendCode } from './send-code.ts';

/** Binds the calls of membership. */
export function membershipRoutes(
  deps: MembershipDeps,
  { entrance, loginDeps, inTurn, asOwner, provePassword, loginProofs, preparations }: Owning,
): readonly Route[] {
  return [
    publicRoute(
      registerCall,
      async (input, door) => (await entrance.slowsRegistration(door.address)) ?? register(input, door, loginDeps),
      {
        enabled: (settings, { type }) => {
          // Whatever is neither has no side here; its own field refuses it.
          const by = typeof type === 'string' || typeof type === 'number' ? trim(String(type)) : '';
          if (by === REGISTER_BY.email) return settings.email_register_switch === 1;
          return by === REGISTER_BY.phone ? settings.phone_register_switch === 1 : true;
        },
      },
    ),
    // A browser that says it is known does not wait in line with those that do not.
    publicRoute(loginCall, (input, door) =>
      inTurn(`${input.known ? 'known ' : ''}${input.username}`, () => login(input, door, loginDeps)),
    ),
    publicRoute(loginSecondCall, (input, door) => loginSecond(input, door, loginDeps)),
    publicRoute(passkeyLoginChallenge, async () => ok(deps.security.passkeyLogin.request())),
    publicRoute(loginPasskeyCall, (input, door) =>
      entrance.inTurn(door.address, () => loginPasskey(input, door, loginDeps)),
    ),
    publicRoute(
      emssend,
      async (input, context) =>
        (await entrance.slowsMail(context.address)) ??
        sendCode({ by: 'email', account: input.email }, context, loginDeps),
    ),
    publicRoute(
      smssend,
      async ({ phone }, context) =>
        (await entrance.slowsMail(context.address)) ?? sendCode({ by: 'phone', account: phone }, context, loginDeps),
      {
        enabled: ({ phone_register_switch }) => phone_register_switch === 1,
      },
    ),
    publicRoute(forgotpwd, async (input, { lang, ...door }) => {
      const slowed = await entrance.slowsMail(door.address);
      if (slowed) return slowed;
      deps.security.aside(mailReset(input, { door, lang }, loginDeps), 'password reset mail failed');
      return ok(null);
    }),
    publicRoute(getNewpwd, async (input, { address }) => entrance.byLink(address, () => lookAtReset(input, deps))),
    publicRoute(newpwd, (input, { address }) =>
      entrance.byLink(address, async () => {
        // In turn with the logins of the account.
        const username = (await openReset(deps.db, input.token, deps.clock.nowMs()))?.username;
        return username === undefined
          ? refuse('bad_reset_link')
          : inTurn(username, () =>
              setForgotten(input, { ...deps, preparations }, (name) =>
                entrance.loginSucceeded(name, entrance.stranger(address)),
              ),
            );
      }),
    ),
    memberRoute(logout, async (_input, { sessionHash }) => {
      await deps.sessions.end(sessionHash);
      return ok(null);
    }),
    publicRoute(freezeMe, (input, { memberId }) => freezeSelf(input, memberId, deps)),
    memberRoute(getusr, (_input, { memberId, lang }) => getUser(memberId, lang, deps.db)),
    memberRoute(resetpwd, (input, context) =>
      asOwner(context, (username) => changePassword(input, { ...context, username }, { ...loginDeps, preparations })),
    ),
    memberRoute(resetpay, (input, context) =>
      asOwner(context, (username) =>
        changePayPassword(input, { ...context, username }, { ...loginDeps, preparations }),
      ),
    ),
    memberRoute(
      sendEmailCode,
      async (input, context) => (await entrance.slowsMail(context.address)) ?? sendOwnCode(input, context, loginDeps),
    ),
    memberRoute(proveEmailCall, (input, { memberId }) => proveEmail(input, memberId, loginDeps)),
    memberRoute(setEmailCall, (input, context) =>
      asOwner(context, (username) => setEmail(input, { ...context, username }, { ...loginDeps, preparations })),
    ),
    ...deps.security.routesFor(
      { provePassword, wantsPassword: (asker) => loginProofs.isWanted(asker), ...preparations },
      deps.sessions,
    ),
  ];
}
