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
import { login, loginQueue } from './login.ts';
import { lookAtReset, setForgotten } from './new-password.ts';
import { proveEmail, sendOwnCode, setEmail } from './own-email.ts';
import type { OwnerProofs } from './owner-proofs.ts';
import { openReset } from './password-resets.ts';
import { register } from './register.ts';
import { sendCode } from './send-code.ts';

/** Registration and every way to log in. */
const loginRoutes = (deps: MembershipDeps, { throttle, loginDeps, inTurn }: OwnerProofs): readonly Route[] => [
  publicRoute(
    registerCall,
    async (input, client) => (await throttle.slowsRegistration(client.address)) ?? register(input, client, loginDeps),
    {
      enabled: (settings, { type }) => {
        // The field itself refuses another type.
        const by = typeof type === 'string' || typeof type === 'number' ? trim(String(type)) : '';
        if (by === REGISTER_BY.email) return settings.email_register_switch === 1;
        return by === REGISTER_BY.phone ? settings.phone_register_switch === 1 : true;
      },
    },
  ),
  publicRoute(loginCall, async (input, client) =>
    inTurn(await loginQueue(input, loginDeps), () => login(input, client, loginDeps)),
  ),
  publicRoute(loginSecondCall, (input, client) => loginSecond(input, client, loginDeps)),
  publicRoute(passkeyLoginChallenge, async () => ok(deps.security.passkeyLogin.request())),
  publicRoute(loginPasskeyCall, (input, client) =>
    throttle.inTurn(client.address, () => loginPasskey(input, client, loginDeps)),
  ),
];

/** Mailed and texted codes, and passwords set by a mailed link. */
const mailRoutes = (
  deps: MembershipDeps,
  { throttle, loginDeps, inTurn, preparations }: OwnerProofs,
): readonly Route[] => [
  publicRoute(
    emssend,
    async (input, context) =>
      (await throttle.slowsMail(context.address)) ??
      sendCode({ by: 'email', account: input.email }, context, loginDeps),
  ),
  publicRoute(
    smssend,
    async ({ phone }, context) =>
      (await throttle.slowsMail(context.address)) ?? sendCode({ by: 'phone', account: phone }, context, loginDeps),
    {
      enabled: ({ phone_register_switch }) => phone_register_switch === 1,
    },
  ),
  publicRoute(forgotpwd, async (input, { lang, ...client }) => {
    const slowed = await throttle.slowsMail(client.address);
    if (slowed) return slowed;
    deps.security.runInBackground(mailReset(input, { client, lang }, loginDeps), 'password reset mail failed');
    return ok(null);
  }),
  publicRoute(getNewpwd, async (input, { address }) => throttle.byLink(address, () => lookAtReset(input, deps))),
  publicRoute(newpwd, (input, { address }) =>
    throttle.byLink(address, async () => {
      // Not in the queue of logins, which strangers fill.
      const username = (await openReset(deps.db, input.token, deps.clock.nowMs()))?.username;
      return username === undefined
        ? refuse('bad_reset_link')
        : inTurn(`reset ${username}`, () =>
            setForgotten(input, { ...deps, preparations }, (name) =>
              throttle.loginSucceeded(name, throttle.stranger(address)),
            ),
          );
    }),
  ),
];

/** What members do with their own account. */
const accountRoutes = (
  deps: MembershipDeps,
  { throttle, loginDeps, asOwner, preparations }: OwnerProofs,
): readonly Route[] => [
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
    asOwner(context, (username) => changePayPassword(input, { ...context, username }, { ...loginDeps, preparations })),
  ),
  memberRoute(
    sendEmailCode,
    async (input, context) => (await throttle.slowsMail(context.address)) ?? sendOwnCode(input, context, loginDeps),
  ),
  memberRoute(proveEmailCall, (input, { memberId }) => proveEmail(input, memberId, loginDeps)),
  memberRoute(setEmailCall, (input, context) =>
    asOwner(context, (username) => setEmail(input, { ...context, username }, { ...loginDeps, preparations })),
  ),
];

/** Binds the calls of membership. */
export function membershipRoutes(deps: MembershipDeps, proofs: OwnerProofs): readonly Route[] {
  const { provePassword, loginProofs, preparations } = proofs;
  return [
    ...loginRoutes(deps, proofs),
    ...mailRoutes(deps, proofs),
    ...accountRoutes(deps, proofs),
    ...deps.security.routesFor(
      { provePassword, wantsPassword: (caller) => loginProofs.isWanted(caller), ...preparations },
      deps.sessions,
    ),
  ];
}
