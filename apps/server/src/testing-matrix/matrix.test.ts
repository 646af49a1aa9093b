import { memberCalls, ok } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import type { Route } from '../platform/http/index.ts';
import { testHttp, type TestHttp } from '../testing/http.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { badFieldRequests, brokenRequests, goodFields, problemIn, type BadRequest } from './bad-requests.ts';
import { fieldsOf } from '@plimsoll/contract/descriptions';

/** Every call with a handler that answers at once: whatever is not refused reaches it. */
const routes: Route[] = memberCalls.map((call) => ({ call, handle: async () => ok(null) }));

let database: TestDatabase;
let http: TestHttp;
let token: string;

beforeAll(async () => {
  database = await testDatabase();
  http = testHttp({
    db: database.db,
    clock: new ManualClock(Date.UTC(2026, 0, 1)),
    routes,
    checkAnswers: false,
    moneyTurnsPerSecond: 1_000_000,
  });
  token = (await http.newMember()).token;
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

async function problems(requests: Iterable<BadRequest>): Promise<string[]> {
  const found: string[] = [];
  for (const each of requests) {
    const problem = problemIn(each, await http.app.inject(each.inject));
    if (problem !== undefined) found.push(problem);
  }
  return found;
}

test.each(memberCalls.map((call) => [call.name, call] as const))(
  '%s accepts good fields, so that a refusal is due to one bad value',
  (_name, call) => {
    expect(call.input.safeParse(goodFields(call))).toMatchObject({ success: true });
  },
);

test.each(memberCalls.filter((call) => fieldsOf(call).length > 0).map((call) => [call.name, call] as const))(
  'every bad value of every field of %s is refused with a reason',
  async (_name, call) => {
    expect(await problems(badFieldRequests(call, token))).toEqual([]);
  },
);

test.each(memberCalls.map((call) => [call.name, call] as const))(
  '%s refuses every broken request with a reason',
  async (_name, call) => {
    expect(await problems(brokenRequests(call, token))).toEqual([]);
  },
);
