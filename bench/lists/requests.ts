import { memberToken } from './fills.ts';
import { filledFor, type Read } from './reads.ts';
import type { Side } from './side.ts';
import type { Subject } from './subjects.ts';
import type { Submit } from './submits.ts';

/** One request; rejects unless it succeeds. */
export type Request = (side: Side, time: number) => Promise<Response>;
type Asked = Pick<Side, 'server' | 'operator'>;

function subjectOf({ subjects }: Side, time: number): Subject {
  const subject = subjects[time % subjects.length];
  if (subject === undefined) throw new Error('there is no subject to ask about');
  return subject;
}
const roundOf = ({ subjects }: Side, time: number): number => Math.floor(time / subjects.length);

/** Calls the operator API; rejects unless it succeeds. */
export async function askOperator(
  { server, operator }: Asked,
  method: string,
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const response = await fetch(`${server.url}/operator/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${operator}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

async function askMember(
  { server }: Asked,
  method: string,
  call: string,
  token: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const form = new URLSearchParams(fields);
  const response = await fetch(`${server.url}/api/${call}${method === 'GET' ? `?${form}` : ''}`, {
    method,
    headers: { Token: token },
    ...(method === 'GET' ? {} : { body: form }),
  });
  const { code, reason }: { code: number; reason?: string } = await response.clone().json();
  if (code !== 1) throw new Error(`${call}: ${reason}`);
  return response;
}

export const memberRead =
  ({ call, method, fields }: Read): Request =>
  (side, time) => {
    const subject = subjectOf(side, time);
    return askMember(side, method, call, subject.token, filledFor(fields, subject));
  };

/** The record for `{id}` in a path: the subject's, or the first of the list. */
async function firstOf(side: Side, path: string): Promise<string | undefined> {
  const above = path.slice(0, path.indexOf('/{id}'));
  if (above === '/members') return side.subjects[0]?.memberId;
  const response = await askOperator(side, 'GET', `${above}?limit=1`);
  const { list }: { list: { id: number }[] } = await response.json();
  return list[0] && String(list[0].id);
}

/** An operator's read on this side; undefined where there is nothing to read. */
export async function operatorRead(side: Side, { call, fields }: Read): Promise<Request | undefined> {
  const id = call.includes('{id}') ? await firstOf(side, call) : '';
  if (id === undefined) return undefined;
  return (where, time) =>
    askOperator(
      where,
      'GET',
      `${call.replace('{id}', id)}?${new URLSearchParams(filledFor(fields, subjectOf(where, time)))}`,
    );
}

function madeBy(subject: Subject, call: string): string {
  const id = subject.made[call]?.pop();
  if (id === undefined) throw new Error(`nothing is left that ${call} made`);
  return id;
}

/** Where answers have the id of what was made: operators', members', and members' orders. */
interface MadeAnswer {
  readonly id?: number;
  readonly data?: { readonly id?: number; readonly order_id?: number } | null;
}

/** A submit with new values each time. */
export const submit =
  ({ call, fields, undoes, makes, byFresh }: Submit): Request =>
  async (side, time) => {
    const subject = subjectOf(side, time);
    const id = undoes === undefined ? '' : madeBy(subject, undoes);
    const given = fields(subject, roundOf(side, time), id);
    const response = call.startsWith('POST ')
      ? await askOperator(side, 'POST', call.slice('POST '.length).replace('{id}', id), given)
      : await askMember(side, 'POST', call, byFresh ? memberToken(time) : subject.token, given);
    const answer: MadeAnswer = await response.clone().json();
    const made = answer.id ?? answer.data?.id ?? answer.data?.order_id;
    if (made !== undefined) (subject.made[makes ?? call] ??= []).push(String(made));
    return response;
  };
