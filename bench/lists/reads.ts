import { memberCalls, type Call } from '@plimsoll/contract';
import { operatorCalls, type OperatorCall } from '@plimsoll/contract/operator';
import { fieldsOf, type CallField } from '@plimsoll/contract/descriptions';
import type { Subject } from './subjects.ts';

/** One way to read a list or a record. A value like `:usdt` is filled in from the subject. */
export interface Read {
  readonly call: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, string>>;
}

const PAGE = { limit: '10' };
const DEEPER = '2';

const OWN: Readonly<Record<string, (subject: Subject) => string>> = {
  c_id: ({ usdt }) => usdt,
  m_id: ({ market }) => String(market.id),
  member_id: ({ memberId }) => memberId,
  username: () => 'demo',
  q: ({ username }) => username,
  order_id: ({ made }) => made['creatorder']?.[0] ?? '0',
};
const WORDS: Readonly<Record<string, string>> = {
  type: '1',
  kind: 'transfer',
  house: 'spot',
  resource: 'recharges',
  ref: '1',
  cause: '1',
};
/** Left out: writes, and filters that share an index with another one. */
const LEFT_OUT = new Set(['id', 'before', 'limit', 'page', 'ref', 'cause', 'bank_id']);

function valuesOf({ name, choices }: CallField): string[] {
  // Newest first is the default order.
  if (choices) return choices.filter((each) => each !== '-id');
  if (name in OWN) return [`:${name}`];
  const word = WORDS[name];
  return word === undefined ? [] : [word];
}

/**
 * Variants of a call: required fields only, with each filter, and further pages. What owners maintain does not grow, so
 * the first variant is enough.
 */
function ways(fields: readonly CallField[]): Record<string, string>[] {
  const isPaged = fields.some(({ name }) => name === 'page');
  const isCrud = fields.some(({ choices }) => choices?.includes('sort'));
  const needed = Object.fromEntries(
    fields
      .filter(({ isOptional, kind, name }) => !isOptional && kind !== 'page' && kind !== 'limit' && name !== 'id')
      .map((field) => [field.name, valuesOf(field)[0] ?? '']),
  );
  const base = { ...(isPaged ? PAGE : {}), ...needed };
  const narrowed = fields
    .filter(({ isOptional, name }) => isOptional && !LEFT_OUT.has(name))
    .flatMap((field) => valuesOf(field).map((value) => ({ ...base, [field.name]: value })));
  return isCrud ? [base] : [base, ...narrowed, ...(isPaged ? [{ ...base, page: DEEPER }] : [])];
}

const isPaged = (call: Pick<Call, 'name' | 'input'>): boolean => fieldsOf(call).some(({ name }) => name === 'page');
const named = (call: OperatorCall): Pick<Call, 'name' | 'input'> => ({ name: call.path, input: call.input });

/** Member calls that read. Searching for other members is rate-limited, so it is left out. */
export const memberReads: readonly Read[] = memberCalls
  .filter((call) => call.member && (isPaged(call) || call.name.startsWith('get')))
  .flatMap((call) =>
    ways(fieldsOf(call)).map((fields) => ({ call: call.name, method: call.methods[0] ?? 'POST', fields })),
  );

export const consoleReads: readonly Read[] = operatorCalls
  .filter(({ method, path, role }) => method === 'GET' && role !== null && path !== '/session')
  .flatMap((call) =>
    ways(fieldsOf(named(call))).map((fields) => ({ call: call.path, method: 'GET' as const, fields })),
  );

export const filledFor = (fields: Read['fields'], subject: Subject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value.startsWith(':') ? (OWN[value.slice(1)]?.(subject) ?? '') : value,
    ]),
  );

/** A read in one line: `GET /recharges status=1`. */
export const readName = ({ call, fields }: Read): string =>
  [
    call,
    ...Object.entries(fields)
      .filter(([name]) => name !== 'limit')
      .map(([name, value]) => `${name}=${value.startsWith(':') ? 'own' : value}`),
  ].join(' ');
