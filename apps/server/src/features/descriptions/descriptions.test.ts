import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OpenApi } from '@plimsoll/contract/descriptions';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv, type AnySchemaObject } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { createDescriptions } from './index.ts';

let database: TestDatabase;
let http: TestHttp;
const described = createDescriptions({ version: '1.2.3', origin: () => 'https://plimsoll.example' });
const OPERATOR = '/operator/api/openapi.json';

beforeAll(async () => {
  database = await testDatabase();
  http = testHttp({
    db: database.db,
    clock: new ManualClock(Date.UTC(2026, 0, 1)),
    routes: [],
    ...described,
    console: {
      routes: [],
      rawRoutes: described.consoleRawRoutes,
      identify: async () => undefined,
      folder: '/nonexistent',
      allow: ['10.0.0.0/8'],
    },
  });
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  http.app.inject({ method: 'GET', url, headers, remoteAddress: '10.1.2.3' });

test.each(['/api/openapi.json', OPERATOR])('%s is valid OpenAPI 3.1', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const validator = new Validator();
  expect(await validator.validate(answer.json<Readonly<Record<string, unknown>>>())).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
  expect(answer.json()).toMatchObject({ info: { version: '1.2.3' } });
});

test('a document with a mistake is not valid OpenAPI, so that the check above can fail', async () => {
  const document = (await get('/api/openapi.json')).json<{ paths: Record<string, object> }>();
  const broken = { ...document, paths: { ...document.paths, '/api/other': { post: { responses: 3 } } } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

/** The schema of AsyncAPI's authors, in a dialect that this Ajv knows. */
function asyncApiCheck() {
  const path = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json');
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as AnySchemaObject);
}

test('/api/asyncapi.json is valid AsyncAPI 3', async () => {
  const check = asyncApiCheck();
  const document = (await get('/api/asyncapi.json')).json<object>();
  expect([check(document), check.errors]).toEqual([true, null]);
  expect(check({ ...document, channels: { stream: { messages: 3 } } })).toBe(false);
});

test('descriptions are kept by callers, and an unchanged one is not sent again', async () => {
  const { headers } = await get('/api/openapi.json', { 'accept-encoding': 'br' });
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  const again = await get('/api/openapi.json', { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the operator API is described to the networks that the console answers, and to no others', async () => {
  const outside = await http.app.inject({ method: 'GET', url: OPERATOR, remoteAddress: '192.0.2.1' });
  expect([outside.statusCode, outside.json()]).toMatchObject([404, { reason: 'unknown_path' }]);
});

test('/llms.txt leads to the descriptions and names every public and private call once', async () => {
  const { headers, body } = await get('/llms.txt');
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(body).toMatch(/^# Plimsoll\n\n> /);
  expect(body).toContain('(https://plimsoll.example/api/openapi.json)');
  for (const name of ['getMarketList', 'upbbbuy', 'withdraw'])
    expect(body.match(new RegExp(`/api/${name}\``, 'g'))).toHaveLength(1);
});

test.each(['/docs', '/operator/docs'])(
  '%s shows each call once, under a policy that lets in nothing foreign',
  async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    const api = (await get(url === '/docs' ? '/api/openapi.json' : OPERATOR)).json<OpenApi>();
    const calls = Object.values(api.paths).flatMap((methods) => Object.keys(methods));
    expect(answer.body.match(/<form data-method=/g)).toHaveLength(calls.length);
    expect(answer.body).not.toMatch(/undefined|\[object Object\]/);
    expect(answer.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  },
);

test('the files of the page are of this origin, and the operators’ page is for the console’s networks', async () => {
  expect((await get('/docs/style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  expect((await get('/docs/try.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
  const outside = await http.app.inject({ method: 'GET', url: '/operator/docs', remoteAddress: '192.0.2.1' });
  expect(outside.statusCode).toBe(404);
});
