import type { OperatorCall, Role } from '@plimsoll/contract/operator';
import type { openSession, readSession } from '@plimsoll/contract/operator/operators';
import { HttpError, type AuthProvider, type UserIdentity } from 'ra-core';
import { ask } from './api.ts';
import { currentToken, forgetToken, keepKnown, keepToken, recallKnown } from './kept.ts';
import { workOf } from './problem.ts';
import { mayDo } from './rights.ts';

type OutputOf<C> = C extends OperatorCall<infer _In, infer Out> ? Out : never;
type Session = OutputOf<typeof readSession>;

/** Who is logged in, as the head of the console shows it. */
export interface Operator extends UserIdentity {
  readonly username: string;
  readonly role: Role;
  /** True while a code is asked for at every login. */
  readonly hasTotp: boolean;
  readonly isDemo: boolean;
  /** True while nothing can be done but set a second factor. */
  readonly mustEnrol: boolean;
}

/** What the login screen gives. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly totp?: string;
  /** What a passkey signed. */
  readonly passkey?: string;
}

/** The session as it was read for a token: every screen asks for it. */
let read: { readonly token: string; readonly session: Promise<Session> } | undefined;

function session(): Promise<Session> {
  const token = currentToken();
  if (token === null) return Promise.reject(new HttpError('', 401, {}));
  if (read?.token === token) return read.session;
  const asked = ask<Session>('GET', '/session').then(({ data }) => data);
  read = { token, session: asked };
  // What could not be read is asked for again.
  asked.catch(() => {
    read = undefined;
  });
  return asked;
}

/** Reads the session anew the next time: a factor of it was set. */
export function forgetSession(): void {
  read = undefined;
}

/**
 * Login, logout and rights for ra-core. A 401 of any call ends the login; where one was is come back to after the next.
 */
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
    // Strangers who guess at the name make others do some work, instead of keeping them out.
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
    // The server may have ended it already, or be out of reach: the tab forgets it either way.
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
