import { expect, test } from 'vitest';
import { z } from 'zod';
import { call, decimal, id, listOf, time } from '../call.ts';
import { amountField, choiceField, fields, idField, optional, raw, textField } from '../fields.ts';
import { memberCalls } from '../index.ts';
import { operatorCalls } from '../operator/index.ts';
import { operatorCall, twoOperators } from '../operator/operator-call.ts';
import { byId, ifGiven, wholeField } from '../operator/operator-fields.ts';
import { formReasonsOf, memberApi, operatorApi, type JsonSchema, type OpenApi } from './index.ts';

const VERSION = { version: '1.2.3' };
const member = memberApi(memberCalls, VERSION);
const operator = operatorApi(operatorCalls, VERSION);
const both: readonly (readonly [string, OpenApi])[] = [
  ['member', member],
  ['operator', operator],
];

/** Every `$ref` below a value. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each] : refsIn(each),
  );
}
const at = (document: unknown, ref: string): unknown =>
  ref
    .split('/')
    .slice(1)
    .reduce<unknown>((value, part) => (value as JsonSchema | undefined)?.[part], document);

test('every call of the contract is described under its path and its methods', () => {
  const described = ({ paths }: OpenApi) =>
    Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(described(member).toSorted()).toEqual(
    memberCalls.flatMap(({ name, methods }) => methods.map((each) => `${each.toLowerCase()} /api/${name}`)).toSorted(),
  );
  expect(described(operator).toSorted()).toEqual(
    operatorCalls.map(({ method, path }) => `${method.toLowerCase()} /operator/api${path}`).toSorted(),
  );
});

test.each(both)(
  'in the %s API each reference leads to something, and each operation has an id of its own',
  (_name, api) => {
    const missing = refsIn(api).filter((ref) => at(api, ref) === undefined);
    expect(missing).toEqual([]);
    const ids = Object.values(api.paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  },
);

test.each(both)('in the %s API each call has the slice that it stands in', (_name, api) => {
  const strays = Object.entries(api.paths).filter(([, methods]) =>
    Object.values(methods).some(({ tags }) => tags.includes('other')),
  );
  expect(strays.map(([path]) => path)).toEqual([]);
});

const sell = call({
  name: 'sell',
  methods: ['POST', 'GET'],
  member: true,
  idempotent: true,
  input: fields({
    m_id: idField(),
    kind: choiceField('1', 'fast'),
    num: raw(amountField()),
    note: optional(textField()),
  }),
  output: listOf(z.object({ id, price: decimal.nullable(), at: time })),
  reasons: ['not_found', 'too_many_requests'],
});
const sold = memberApi([sell], VERSION);

test('a call asks for its fields by their class; one that only some cases use is not needed', () => {
  expect(sold.components.schemas['sell.takes']).toEqual({
    type: 'object',
    required: ['m_id', 'kind'],
    properties: {
      m_id: { $ref: '#/components/schemas/IdField' },
      kind: { enum: ['1', 'fast', 1] },
      num: { $ref: '#/components/schemas/AmountField' },
      note: { $ref: '#/components/schemas/TextField' },
    },
  });
  expect(sold.paths['/api/sell']?.['get']?.parameters?.slice(0, 2)).toEqual([
    { name: 'm_id', in: 'query', required: true, schema: { $ref: '#/components/schemas/IdField' } },
    { name: 'kind', in: 'query', required: true, schema: { enum: ['1', 'fast', 1] } },
  ]);
});

test('an answer is done or refused, and what one may not get on HTTP 200 is not among its reasons', () => {
  const response = sold.paths['/api/sell']?.['post']?.responses['200'];
  expect(response).toMatchObject({
    content: {
      'application/json': {
        schema: {
          oneOf: [
            {
              properties: {
                code: { const: 1 },
                data: {
                  properties: {
                    list: {
                      items: {
                        required: ['id', 'price', 'at'],
                        properties: {
                          id: { $ref: '#/components/schemas/Id' },
                          price: { anyOf: [{ $ref: '#/components/schemas/Decimal' }, { type: 'null' }] },
                          at: { $ref: '#/components/schemas/Time' },
                        },
                      },
                    },
                  },
                },
              },
            },
            {
              properties: {
                code: { enum: [204, 401, 0] },
                reason: { enum: ['not_found', 'login_required', 'bad_idempotency_key', 'idempotency_conflict'] },
              },
            },
          ],
        },
      },
    },
  });
});

test('the reasons of a field’s form are those that some value is refused with', () => {
  expect(formReasonsOf(sell.input).toSorted()).toEqual([
    'amount_not_positive',
    'bad_amount',
    'bad_id',
    'bad_text',
    'bad_value',
  ]);
});

test('a console call has its role, its statuses and, where two operators are needed, both its answers', () => {
  const change = twoOperators(
    operatorCall('PATCH', '/things/{id}', {
      role: 'treasurer',
      input: z.strictObject({ ...byId, size: ifGiven(wholeField(1, 9)) }),
      output: z.object({ id }),
      fresh: true,
      reasons: ['not_found'],
    }),
    ['size'],
  );
  const operation = operatorApi([change], VERSION).paths['/operator/api/things/{id}']?.['patch'];
  expect(operation).toMatchObject({
    operationId: 'patch-things-id',
    security: [{ operator: ['treasurer'] }],
    parameters: [{ name: 'id', in: 'path', required: true }, {}],
    requestBody: {
      content: {
        'application/json': {
          schema: { properties: { size: { type: 'integer', minimum: 1, maximum: 9 } }, additionalProperties: false },
        },
      },
    },
  });
  expect(Object.keys(operation?.responses ?? {})).toEqual([
    '200',
    '202',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ]);
  expect(operation?.responses['202']).toMatchObject({
    content: { 'application/json': { schema: { required: ['proposal'] } } },
  });
  expect(operation?.responses['403']).toMatchObject({
    content: {
      'application/problem+json': {
        schema: { properties: { reason: { enum: ['forbidden', 'factor_missing', 'factor_needed'] } } },
      },
    },
  });
});
