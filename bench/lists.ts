import { createHash } from 'node:crypto';
import { openDb, sql } from '../apps/server/src/platform/db.ts';
import { findRunning } from '../apps/server/src/platform/postgres/index.ts';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { growCrowd, type Crowd } from './lists/crowd.ts';
import { admitSubject, SUBMITS, type Subject } from './lists/subjects.ts';
import { ratioFigure, type Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// Every paged list and every submit on a server with a thousand members against one with a million, both up at once and asked in turns. The
// members who are asked have the same doings in both. `npm run bench:lists -- 5000000` makes so many lines of the journal instead.

const FEW: Crowd = { members: 1_000, lines: 50_000, orders: 10_000, others: 1_000 };
const MANY: Crowd = { members: 1_000_000, lines: 50_000_000, orders: 10_000_000, others: 1_000_000 };
/** Making the journal's lines ends when this is over, and what is there is measured. */
const MAKING_MS = 10 * 60_000;
const SUBJECTS = 8;
const DOINGS = 40;
const ROUNDS = 7;
/** Requests of one kind to one server in a round, so many at once. */
const ASKED = 240;
const AT_ONCE = 4;
const AT_MOST = { atMost: 1.3 };

/** Lists of the member's own, with what narrows them. */
const MEMBER_LISTS: readonly (readonly [call: string, fields: Record<string, string>])[] = [
  ['getBillList', {}], ['getBillList', { type: '1', c_id: '1' }], ['getTransferList', {}], ['getRechargeList', {}], ['getWithdrawList', {}],
  ['tradegetOrderList', {}], ['tradegetOrderList', { status: '1' }], ['getHyOrderList', { status: '2' }], ['getNoticeList', {}],
  ['getUserBalanceList', {}], ['getCoinBalance', { c_id: '1' }], ['getInternalTransferList', {}],
];
const CONSOLE_LISTS = [
  '/members?limit=20', '/members?q=crowd77', '/recharges?status=1&limit=20', '/withdrawals?limit=20', '/spot-orders?limit=20', '/spot-orders?status=1&limit=20', '/option-orders?limit=20',
  '/transfers?limit=20', '/ledger?limit=20', '/audit?limit=20', '/overview',
];

/** A server and those who are asked about on it. */
interface Side {
  readonly server: ChildServer;
  readonly subjects: readonly Subject[];
  readonly operator: string;
  readonly lines: number;
}

/** One request; rejects when it was not answered as it should. */
type Request = (side: Side, time: number) => Promise<Response>;

const PASSWORD = 'a load line on the hull';

/** Lets the subjects do what they do, and adds the crowd. */
async function fill(server: ChildServer, crowd: Crowd): Promise<Pick<Side, 'subjects' | 'lines'>> {
  const subjects: Subject[] = [];
  for (let place = 0; place < SUBJECTS; place += 1) subjects.push(await admitSubject(server.url, `subject${place}`, DOINGS));
  const url = await findRunning(server.dataDir);
  if (url === undefined) throw new Error('the server has no embedded database');
  return { subjects, lines: await growCrowd(url, crowd, MAKING_MS) };
}

async function fillAndStop(server: ChildServer, crowd: Crowd): Promise<Pick<Side, 'subjects' | 'lines'>> {
  try {
    return await fill(server, crowd);
  } finally {
    await server.stop();
  }
}

async function open(folder: string, crowd: Crowd): Promise<Side> {
  // Started twice: what the crowd did is there when the measured server begins.
  const first = await startChildServer({ dataDir: folder, env: { FEED_SEED: 'bench', OPERATOR_PASSWORD: PASSWORD } });
  const { subjects, lines } = await fillAndStop(first, crowd);
  const server = await startChildServer({ dataDir: folder, env: { FEED_SEED: 'bench' } });
  const login = await fetch(`${server.url}/operator/api/session`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ username: 'owner', password: PASSWORD }),
  });
  return { server, subjects, operator: (await login.json() as { token: string }).token, lines };
}

const subjectOf = ({ subjects }: Side, time: number): Subject => subjects[time % subjects.length] as Subject;

const asMember = (call: string, fieldsOf: (subject: Subject, time: number) => Record<string, string>): Request => async (side, time) => {
  const subject = subjectOf(side, time);
  const response = await fetch(`${side.server.url}/api/${call}`, { method: 'POST', headers: { Token: subject.token }, body: new URLSearchParams(fieldsOf(subject, Math.floor(time / SUBJECTS))) });
  const { code, reason } = await response.clone().json() as { code: number; reason?: string };
  if (code !== 1) throw new Error(`${call}: ${reason}`);
  return response;
};
const asOperator = (path: string): Request => async ({ server, operator }) => {
  const response = await fetch(`${server.url}/operator/api${path}`, { headers: { Authorization: `Bearer ${operator}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
};

/** p99 of one kind of request in one round, in milliseconds. */
async function p99(side: Side, request: Request, round: number): Promise<number> {
  const tookMs: number[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    for (let time = next++; time < ASKED; time = next++) {
      const begunMs = performance.now();
      const response = await request(side, round * ASKED + time);
      await response.arrayBuffer();
      tookMs.push(performance.now() - begunMs);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return quantile(tookMs, 0.99);
}

async function compare(what: string, request: Request, few: Side, many: Side): Promise<Figure> {
  const rounds = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sides = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
    for (const name of sides) {
      const ms = await p99(name === 'few' ? few : many, request, round);
      // The first warms both.
      if (round > 0) rounds[name].push(ms);
    }
  }
  const text = (ms: number) => `${ms.toFixed(2)} ms`;
  return ratioFigure(`p99 of ${what}`, { values: rounds.many, text }, { values: rounds.few, text }, AT_MOST);
}

/** Open orders that were measured as submits are many by then; they are cancelled one by one, measured too. */
async function cancels(side: Side): Promise<Request> {
  const url = await findRunning(side.server.dataDir);
  if (url === undefined) throw new Error('the server has no embedded database');
  const db = openDb(url, { connections: 1 });
  const rows = await Promise.all(side.subjects.map(async ({ token }) => {
    return db.run(openOrders, [createHash('sha256').update(token).digest('hex')]);
  }));
  await db.close();
  return asMember('tradecancelOrder', (subject) => ({ bb_id: rows[side.subjects.indexOf(subject)]?.pop()?.id ?? '0' }));
}
const openOrders = sql<{ id: string }>('bench.openOrders', `
  select o.id from spot_order o join session s on s.member_id = o.member_id where s.token_hash = $1 and o.status = 1 order by o.id`);

await bench('lists and submits with a million members', () => inTempFolder((small) => inTempFolder(async (large) => {
  const lines = Number(process.argv[2] ?? MANY.lines);
  const sides: Side[] = [];
  try {
    const few = await open(small, FEW);
    sides.push(few);
    const many = await open(large, { ...MANY, lines });
    sides.push(many);
    const against = `${MANY.members} members, ${MANY.orders} orders and ${many.lines} lines against ${FEW.members}, ${FEW.orders} and ${few.lines}`;
    say(`asked in turns: ${against}`);
    const figures: Figure[] = [];
    const measure = async (what: string, request: Request): Promise<void> => {
      figures.push(await compare(what, request, few, many));
      say(`  ${what}: ${figures.at(-1)?.value.toFixed(2)} ×`);
    };
    for (const [call, fields] of MEMBER_LISTS) await measure(`${call} ${new URLSearchParams({ limit: '10', ...fields })}`, asMember(call, () => (call === 'getUserBalanceList' || call === 'getCoinBalance' ? fields : { limit: '10', ...fields })));
    for (const path of CONSOLE_LISTS) await measure(`console ${path}`, asOperator(path));
    for (const [call, fieldsOf] of Object.entries(SUBMITS)) await measure(call, asMember(call, fieldsOf));
    const cancelOn = new Map<Side, Request>([[few, await cancels(few)], [many, await cancels(many)]]);
    await measure('tradecancelOrder', (side, time) => (cancelOn.get(side) as Request)(side, time));
    return figures.map((figure) => ({ ...figure, what: `${figure.what} (${against})` }));
  } finally {
    for (const { server } of sides) await server.stop();
  }
})));
