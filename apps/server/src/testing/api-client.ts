import type { Answer, CallName, Envelope } from '@plimsoll/contract';

interface Asking {
  readonly token?: string;
  /** `Idempotency-Key`. */
  readonly key?: string;
  /** No answer by then rejects. */
  readonly withinMs?: number;
}

/** Calls a running server's member API over HTTP; returns the envelope, or rejects without one. */
export async function ask<Name extends CallName>(
  url: string,
  name: Name,
  fields: Readonly<Record<string, string>> = {},
  { token, key, withinMs }: Asking = {},
): Promise<Envelope<Answer<Name>>> {
  const response = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: {
      ...(token === undefined ? {} : { Token: token }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    body: new URLSearchParams(fields),
    ...(withinMs === undefined ? {} : { signal: AbortSignal.timeout(withinMs) }),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's, which the server's own tests check
  return (await response.json()) as Envelope<Answer<Name>>;
}

/** A call that must succeed; returns `data`. */
export async function obtain<Name extends CallName>(
  url: string,
  name: Name,
  fields: Readonly<Record<string, string>> = {},
  asking: Asking = {},
): Promise<Answer<Name>> {
  const { code, data, msg, reason } = await ask(url, name, fields, asking);
  if (code !== 1) throw new Error(`${name}: ${reason ?? code} (${msg})`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a success has data
  return data as Answer<Name>;
}

/** Of every member that {@link registerFunded} registers. */
export const PASSWORD = 'quay4load7line';

/** Registers a member without funds; returns the token. */
export async function register(url: string, email: string): Promise<string> {
  const { userinfo } = await obtain(url, 'register', { type: '2', email, password: PASSWORD, repassword: PASSWORD });
  return userinfo.token;
}

/** Registers a member with 10 000 USDT of demo money; returns the token. */
export async function registerFunded(url: string, email: string): Promise<string> {
  const token = await register(url, email);
  await obtain(url, 'demoFunds', {}, { token });
  return token;
}
