import { randomBytes } from 'node:crypto';
import type { Role } from '@plimsoll/contract/operator';
import { z } from 'zod';
import { sql } from '../platform/db.ts';
import type { OperatorIdentity, OperatorRoute } from '../platform/http/index.ts';
import { proposalRoutes, type Proposals } from '../features/proposals/index.ts';
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
  /** A new, logged-in and established operator of a role. */
  operator(role: Role): Promise<{ readonly id: string; readonly token: string; readonly username: string }>;
  /** Calls `/operator/api` + path; fields are a GET's query. */
  ask(
    method: Method,
    path: string,
    given?: { readonly token?: string; readonly fields?: Readonly<Record<string, unknown>>; readonly lang?: string },
  ): Promise<OperatorAnswer>;
  /** The same, approved by another owner where it needs two; the answer of the call done. */
  agreed(...asked: Parameters<OperatorHttp['ask']>): Promise<OperatorAnswer>;
}

const insert = sql<{ id: string }>(
  'testing.insertOperator',
  `
  with made as (insert into operator as o (username, password_hash, role, created_at, totp_confirmed_at) values ($1, 'none', $2, $3, $4) returning id, created_at, operator_rights(o) as rights)
  select id, operator_audit_append(created_at, null, 'server', 'server', 'create', 'operators', id::text, null, rights, '', '') from made`,
);

const LONG_SINCE_MS = 30 * 24 * 60 * 60 * 1000;

/** {@link testHttp} with console routes; sessions are the test's own. */
export function operatorHttp({
  routes,
  operatorRoutes,
  proposals,
  ...rest
}: Parameters<typeof testHttp>[0] & {
  readonly operatorRoutes: readonly OperatorRoute[];
  readonly proposals?: Proposals;
}): OperatorHttp {
  const identities = new Map<string, OperatorIdentity>();
  const http = testHttp({
    ...rest,
    routes,
    console: {
      routes: [...operatorRoutes, ...(proposals ? proposalRoutes(proposals, rest) : [])],
      identify: async (token = '') => identities.get(token),
      folder: '/nonexistent',
    },
  });
  const operators = operatorsIn(rest, identities);
  const ask = asking(http);
  let second: Promise<{ readonly token: string }> | undefined;
  return {
    ...http,
    operator: operators,
    ask,
    async agreed(method, path, given) {
      const answer = await ask(method, path, given);
      const proposal = PROPOSED.safeParse(answer.body).data?.proposal;
      if (answer.status !== 202 || !proposal) return answer;
      second ??= operators('owner');
      const approved = await ask('POST', `/proposals/${proposal.id}/approve`, { token: (await second).token });
      return approved.status === 200
        ? { ...approved, status: method === 'POST' ? 201 : 200, body: DONE.parse(approved.body).result }
        : approved;
    },
  };
}

const PROPOSED = z.object({ proposal: z.object({ id: z.number() }) });
const DONE = z.object({ result: z.record(z.string(), z.unknown()) });

const operatorsIn =
  ({ db, clock }: Pick<Parameters<typeof testHttp>[0], 'db' | 'clock'>, identities: Map<string, OperatorIdentity>) =>
  async (role: Role) => {
    const username = `${role}-${randomBytes(4).toString('hex')}`;
    const nowMs = clock.nowMs();
    const [row] = await db.run(insert, [username, role, new Date(nowMs), new Date(nowMs - LONG_SINCE_MS)]);
    if (!row) throw new Error('no operator was made');
    const token = randomBytes(32).toString('base64url');
    identities.set(token, { operatorId: row.id, username, role, sessionHash: 'of this test' });
    return { id: row.id, token, username };
  };

const asking =
  (http: TestHttp): OperatorHttp['ask'] =>
  async (method, path, { token, fields = {}, lang } = {}) => {
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
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
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? {} : response.json<Record<string, unknown>>(),
    };
  };
