import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openDb, sql } from '../../apps/server/src/platform/db.ts';
import { findRunning } from '../../apps/server/src/platform/postgres/index.ts';
import { startChildServer, type ChildServer } from '../../apps/server/src/testing/child-server.ts';
import { say } from '../measure/run.ts';
import { growFixture, type MemberFixture } from './fixture.ts';
import { askOperator, submit } from './requests.ts';
import type { Side } from './side.ts';
import { admitSubject, type Subject } from './subjects.ts';
import { SUBMITS } from './submits.ts';

const SUBJECTS = 4;
/** Actions of each kind per subject. */
const DOINGS = 24;
const PASSWORD = 'a load line on the hull';
/** Slow feeds on both sides: ticks of 40 markets on the same cores would dominate the slowest requests. */
const ENV = { FEED_SEED: 'bench', FEED_RATE: '0.5' };
const STATE = 'subjects.json';

const enrich = sql<never>(
  'bench.enrich',
  `
  insert into ledger_account (member_id, type, coin_id, available, opened_in)
  select m.id, t, c.id, 100000000, 0 from member m cross join generate_series(1, 2) t cross join coin c where m.username like 'subject%@bench.example'
  on conflict (member_id, type, coin_id) where member_id is not null do update set available = 100000000`,
);
const enrichHouse = sql<never>(
  'bench.enrichHouse',
  `update ledger_account set available = 100000000000 where house is not null and house <> 'outside'`,
);
/** Makes the last gift a day old, so that another may be given. */
const age = sql<never>('bench.ageGifts', `update demo_gift set at = at - interval '25 hours'`);

async function asOwner(dataDir: string, work: (owner: ReturnType<typeof openDb>) => Promise<void>): Promise<void> {
  const running = await findRunning(dataDir);
  if (running === undefined) throw new Error('the server has no embedded database');
  const owner = openDb(running.url, { connections: 1, role: null });
  try {
    await work(owner);
  } finally {
    await owner.close();
  }
}

async function logIn(url: string): Promise<string> {
  const login = await fetch(`${url}/operator/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'owner', password: PASSWORD }),
  });
  const { token }: { token: string } = await login.json();
  return token;
}

/** Registers the subjects and gives each the history that is measured. */
async function fill(server: ChildServer): Promise<Subject[]> {
  const operator = await logIn(server.url);
  const offered = {
    title: 'Quay line',
    minprice: '500',
    maxprice: '20000',
    interest_rate: '0.05',
    cycle: 30,
  };
  await askOperator({ server, operator }, 'POST', '/loan-projects', offered);
  const subjects: Subject[] = [];
  for (let place = 0; place < SUBJECTS; place += 1)
    subjects.push(await admitSubject(server.url, `subject${place}`, subjects[0]?.memberId));
  await asOwner(server.dataDir, async (owner) => {
    await owner.run(enrich);
    await owner.run(enrichHouse);
  });
  // A transfer that takes a day can be cancelled.
  await askOperator({ server, operator }, 'PATCH', `/coins/${subjects[0]?.usdt}`, { internal_transfer_days: 1 });
  const side: Side = { server, subjects, operator };
  for (const each of SUBMITS.filter(
    ({ byFresh, undoes, call }) => !byFresh && undoes === undefined && call !== 'login',
  )) {
    await Promise.all(
      subjects.map(async (_subject, place) => {
        for (let time = 0; time < DOINGS; time += 1)
          await (await submit(each)(side, time * SUBJECTS + place)).arrayBuffer();
      }),
    );
  }
  return subjects;
}

interface State {
  readonly fixture?: MemberFixture;
  readonly subjects: readonly Subject[];
}
const readState = async (dir: string): Promise<State> => JSON.parse(await readFile(join(dir, STATE), 'utf8'));
const writeState = (dir: string, state: State): Promise<void> => writeFile(join(dir, STATE), JSON.stringify(state));

/** The folder both sides start from: the subjects and their history only. */
async function makeBase(dir: string): Promise<void> {
  if (existsSync(join(dir, STATE))) return;
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const server = await startChildServer({ dataDir: dir, env: { ...ENV, OPERATOR_PASSWORD: PASSWORD } });
  let subjects: Subject[];
  try {
    subjects = await fill(server);
  } finally {
    await server.stop();
  }
  await writeState(dir, { subjects });
}

/** Makes a side's data folder `name` in `folder`, unless it exists; returns its path. */
export async function makeSide(folder: string, name: string, fixture: MemberFixture): Promise<string> {
  const [base, dir] = [join(folder, 'base'), join(folder, name)];
  if (existsSync(join(dir, STATE)) && isDeepStrictEqual((await readState(dir)).fixture, fixture)) return dir;
  await makeBase(base);
  await rm(dir, { recursive: true, force: true });
  await cp(base, dir, { recursive: true });
  await rm(join(dir, STATE));
  say(
    `filling ${dir}: ${fixture.members} members, ${fixture.orders} orders, ${fixture.lines} lines of the journal, ${fixture.others} of everything else`,
  );
  await growFixture(dir, fixture);
  await writeState(dir, { ...(await readState(base)), fixture });
  return dir;
}

export async function openSide(dir: string): Promise<Side & { close(): Promise<void> }> {
  const { subjects, fixture } = await readState(dir);
  const server = await startChildServer({ dataDir: dir, env: ENV });
  await asOwner(dir, async (owner) => {
    await owner.run(age);
  });
  return {
    server,
    subjects,
    operator: await logIn(server.url),
    async close() {
      // Carries over what was made and not undone.
      await writeState(dir, { subjects, ...(fixture ? { fixture } : {}) });
      await server.stop();
    },
  };
}
