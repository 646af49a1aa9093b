import { randomBytes } from 'node:crypto';
import type { Role } from '@plimsoll/contract/operator';
import { sql } from '../platform/db.ts';
import type { OperatorIdentity, OperatorRoute } from '../platform/http/index.ts';
import { testHttp, type TestHttp } from './http.ts';

/** An answer of a console call. */
export interface OperatorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The body; of a refusal the problem, with its `reason`. */
  readonly body: Readonly<Record<string, unknown>>;
}
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The HTTP edge with console routes, and operators to call them. */
export interface OperatorHttp extends TestHttp {
  /** A new operator of a role who is logged in: their id and token. */
  operator(role: Role): Promise<{ readonly id: string; readonly token: string; readonly username: string }>;
  /** Calls `/operator/api` + path; of a GET the fields are its query. */
  ask(method: Method, path: string, given?: { readonly token?: string; readonly fields?: Readonly<Record<string, unknown>>; readonly lang?: string }): Promise<OperatorAnswer>;
}

const insert = sql<{ id: string }>(
  'testing.insertOperator', `
  with made as (insert into operator as o (username, password_hash, role, created_at) values ($1, 'none', $2, $3) returning id, created_at, operator_rights(o) as rights)
  select id, operator_audit_append(created_at, null, 'server', 'server', 'create', 'operators', id::text, null, rights, '', '') from made`,
);

/** {@link testHttp} with the console's routes beside the members'; sessions are the test's own. */
export function operatorHttp({ routes, operatorRoutes, ...rest }: Parameters<typeof testHttp>[0] & { readonly operatorRoutes: readonly OperatorRoute[] }): OperatorHttp {
  const identities = new Map<string, OperatorIdentity>();
  const http = testHttp({
    ...rest, routes, console: { routes: operatorRoutes, identify: async (token = '') => identities.get(token), folder: '/nonexistent' },
  });
  return {
    ...http,
    async operator(role) {
      const username = `${role}-${randomBytes(4).toString('hex')}`;
      const [row] = await rest.db.run(insert, [username, role, new Date(rest.clock.nowMs())]);
      if (!row) throw new Error('no operator was made');
      const token = randomBytes(32).toString('base64url');
      identities.set(token, { operatorId: row.id, username, role, sessionHash: 'of this test' });
      return { id: row.id, token, username };
    },
    async ask(method, path, { token, fields = {}, lang } = {}) {
      const query = new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])).toString();
      const response = await http.app.inject({
        method,
        url: `/operator/api${path}${method === 'GET' && query ? `?${query}` : ''}`,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(lang === undefined ? {} : { lang }),
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(method === 'GET' ? {} : { payload: JSON.stringify(fields) }),
      });
      return { status: response.statusCode, headers: response.headers, body: response.body === '' ? {} : response.json<Record<string, unknown>>() };
    },
  };
}
