import { mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberCalls, type Answer, type Envelope } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { startServer, type RunningServer } from '../server.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { requireCleanAudit } from '../testing/clean-audit.ts';
import { badFieldRequests, brokenRequests, problemIn, type BadRequest } from './bad-requests.ts';
import { rowsOf } from './house.ts';

/** Members of each crew who take turns, so that none meets the throttle of money calls. */
const MEMBERS = 4;

let database: TestDatabase;
let server: RunningServer;
/** Who have money, and send what cannot be taken; … */
let rich: string[];
/** … and who have none, and send what a call may take after all. */
let poor: string[];
let before: Readonly<Record<string, string>>;
let sent = 0;
const failures: object[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'matrix-'));
  const config = readConfig({ ...database.env, DATA_DIR: dataDir, PORT: '0', FEED_SEED: '1' });
  const log = {
    info: () => {},
    error: (details: object, message: string) => {
      if ('err' in details) failures.push({ ...details, message });
    },
  };
  server = await startServer(config, { clock: systemClock, log, say: () => {} });
  const crew = (of: string) =>
    Promise.all(Array.from({ length: MEMBERS }, (_each, place) => newMember(`${of}${place}@example.com`)));
  [rich, poor] = [await crew('rich'), await crew('poor')];
  for (const token of rich) await send({ inject: { method: 'POST', url: '/api/demoFunds', headers: {} } }, token);
  before = await moneyRows();
}, 120_000);
afterAll(async () => {
  console.info(`member calls of the whole server: ${sent} bad requests`);
  await server.close();
  await database.drop();
});

/** What tells of money and of what was asked for with it. */
async function moneyRows(): Promise<Readonly<Record<string, string>>> {
  const rows = await rowsOf(database.db);
  return Object.fromEntries(
    Object.entries(rows).filter(([table]) =>
      /^ledger_|^(?:recharge|withdrawal|spot_order|option_order|loan|stake|mining_order|member_transfer|flash_exchange|account_transfer|payout_address|bank_card)$/.test(
        table,
      ),
    ),
  );
}

interface Response {
  readonly statusCode: number;
  readonly body: string;
}

/** Sends it over a socket, as a client would. */
const send = ({ inject }: Pick<BadRequest, 'inject'>, token?: string): Promise<Response> =>
  new Promise((resolve, reject) => {
    const headers = { ...inject.headers, ...(token === undefined ? {} : { token }) };
    const { payload } = inject;
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
    const sending = request(
      new URL(inject.url, server.url),
      { method: inject.method, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ statusCode: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      },
    );
    sending.on('error', reject);
    sending.end(payload);
  });

async function newMember(email: string): Promise<string> {
  const payload = new URLSearchParams({ type: '2', email, password: 'Ahoy2026x', repassword: 'Ahoy2026x' }).toString();
  const { body } = await send({
    inject: {
      method: 'POST',
      url: '/api/register',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    },
  });
  return (JSON.parse(body) as Envelope<Answer<'register'>>).data?.userinfo.token ?? '';
}

async function problems(requests: Iterable<BadRequest>, own: string): Promise<string[]> {
  const found: string[] = [];
  let turn = 0;
  for (const each of requests) {
    sent += 1;
    const isOwn = each.inject.headers['token'] === own;
    const problem = problemIn(
      each,
      await send(each, isOwn ? (each.isAlwaysBad ? rich : poor)[(turn += 1) % MEMBERS] : undefined),
    );
    if (problem !== undefined) found.push(problem);
  }
  return found;
}

test.each(memberCalls.map((call) => [call.name, call] as const))(
  '%s of the whole server refuses every bad value and broken request in words',
  async (_name, call) => {
    const [own = ''] = rich;
    expect(await problems(badFieldRequests(call, own, { isOnce: true }), own)).toEqual([]);
    expect(await problems(brokenRequests(call, own), own)).toEqual([]);
    expect(failures).toEqual([]);
  },
  60_000,
);

test('after all of it no money has moved, nobody has gained or lost anything, and nothing was bought, claimed or asked for', async () => {
  expect(await moneyRows()).toEqual(before);
  await requireCleanAudit(database.db);
  const balances = async (token: string | undefined) => {
    const { body } = await send({ inject: { method: 'POST', url: '/api/getUserBalanceList', headers: {} } }, token);
    const { data } = JSON.parse(body) as Envelope<Answer<'getUserBalanceList'>>;
    return data?.coinList
      .flatMap(({ balanceInfo }) => balanceInfo.flatMap(({ balance, dbalance }) => [balance, dbalance]))
      .filter((each) => Number(each) !== 0);
  };
  for (const token of rich) expect((await balances(token))?.map(Number)).toEqual([10_000]);
  for (const token of poor) expect(await balances(token)).toEqual([]);
});
