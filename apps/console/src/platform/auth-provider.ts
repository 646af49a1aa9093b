import type { OperatorCall, Role } from '@plimsoll/contract/operator';
import type { openSession, readSession } from '@plimsoll/contract/operator/operators';
import { HttpError, type AuthProvider, type UserIdentity } from 'ra-core';
import { ask } from './api.ts';
import { currentToken, forgetToken, keepKnown, keepToken, recallKnown } from './storage.ts';
import { workOf } from './problem.ts';
import { mayDo } from './rights.ts';

type OutputOf<C> = C extends OperatorCall<infer _In, infer Out> ? Out : never;
type Session = OutputOf<typeof readSession>;

/** The operator who is logged in. */
export interface Operator extends UserIdentity {
  readonly username: string;
  readonly role: Role;
  /** A code is needed at every login. */
  readonly hasTotp: boolean;
  readonly isDemo: boolean;
  /** Nothing is allowed but setting a second factor. */
  readonly mustEnrol: boolean;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly totp?: string;
  readonly passkey?: string;
}

/** The session of a token, read once. */
let read: { readonly token: string; readonly session: Promise<Session> } | undefined;

function session(): Promise<Session> {
  const token = currentToken();
  if (token === null) return Promise.reject(new HttpError('', 401, {}));
  if (read?.token === token) return read.session;
  const asked = ask<Session>('GET', '/session').then(({ data }) => data);
  read = { token, session: asked };
  // A failure is not kept.
  asked.catch(() => {
    read = undefined;
  });
  return asked;
}

/** Drops the session after a factor was set. */
export function forgetSession(): void {
  read = undefined;
}

/** Login, logout and rights for ra-core. A 401 of any call ends the login. */
export const authProvider: AuthProvider = {
  async login({ username, password, totp, passkey }: Credentials) {
    const name = username.toLowerCase();
    const known = recallKnown(name);
    const body = {
      username,
      password,
      ...(totp ? { totp } : {}),
      ...(passkey === undefined ? {} : { passkey }),
      ...(known === null ? {} : { known }),
    };
    const enter = (more: object = {}) =>
      ask<OutputOf<typeof openSession>>('POST', '/session', { body: { ...body, ...more } });
    // While strangers guess passwords for this name, the login costs computing work.
    const { data } = await enter().catch(async (error: unknown) => {
      const work = workOf(error);
      if (work === undefined) throw error;
      return enter({
        work: await (
          await import('@plimsoll/proof')
        ).doWork(
          work,
          () =>
            new Promise((resolve) => {
              setTimeout(resolve);
            }),
        ),
      });
    });
    keepKnown(name, data.known);
    keepToken(data.token);
    forgetSession();
  },
  async logout() {
    // Whatever the server answers, the tab forgets the login.
    if (currentToken() !== null) await ask('DELETE', '/session').catch(() => undefined);
    forgetToken();
    forgetSession();
  },
  async checkAuth() {
    if (currentToken() === null) throw new HttpError('', 401, {});
  },
  async checkError(error: unknown) {
    if (!(error instanceof HttpError) || error.status !== 401) return;
    forgetToken();
    forgetSession();
    throw error;
  },
  async getIdentity(): Promise<Operator> {
    const { id, username, role, totp, mode, enrol } = await session();
    return {
      id,
      fullName: username,
      username,
      role,
      hasTotp: totp === 1,
      isDemo: mode === 'demo',
      mustEnrol: enrol === 1,
    };
  },
  getPermissions: async () => (await session()).role,
  canAccess: async ({ resource, action }) => mayDo((await session()).role, resource, action),
};
