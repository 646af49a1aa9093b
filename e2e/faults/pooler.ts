import { join } from 'node:path';
import { obtain, registerFunded } from '../../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../../apps/server/src/testing/child-server.ts';
import { connected } from '../../apps/server/src/platform/connection.ts';
import { withDatabase } from '../../apps/server/src/testing/template.ts';
import type { Fault } from './fault.ts';
import { audit } from './ground/audit.ts';
import type { Ground } from './ground/ground.ts';
import { openPooler, whyNoPooler } from './ground/pooler.ts';
import { messageOf } from '../support/message-of.ts';

const ANSWERS_AFTER = 60;
const OTHER_LOGIN = 'pooled_login';
const REFUSED = /The pooler between the server and its database gives each transaction another session/;

interface Own {
  readonly owner: string;
  readonly app: string;
  /** A member of the server's role by another name: the role has to be set, and a pooler may drop that. */
  readonly other: string;
}

/** The same over TCP: a pooler by another user may not reach the socket. */
function overLine({ databaseLine }: Ground, url: string): string {
  if (!databaseLine) throw new Error('there is no line to the database');
  return Object.assign(new URL(url), { host: `127.0.0.1:${databaseLine.port}`, search: '' }).href;
}

async function ownDatabase({ database }: Ground, number: number): Promise<Own> {
  if (!database) throw new Error('there is no separate database');
  const name = `pooled_${number}`;
  await connected(database.MIGRATE_DATABASE_URL, (client) =>
    client.query(`create database ${name} template template0`),
  );
  const app = withDatabase(database.DATABASE_URL, name);
  return {
    owner: withDatabase(database.MIGRATE_DATABASE_URL, name),
    app,
    other: Object.assign(new URL(app), { username: OTHER_LOGIN }).href,
  };
}

/** Starts on a pooler in session mode, trades, and stops: as the login that is the role, and as one that takes it. */
async function inSessionMode(ground: Ground, { owner, app, other }: Own, number: number): Promise<void> {
  for (const url of [app, other]) {
    const pooler = await openPooler({ mode: 'session', url: overLine(ground, url) });
    try {
      const server = await startChildServer({
        dataDir: join(ground.folder, `pooled-${number}`),
        env: { DATABASE_URL: pooler.url, MIGRATE_DATABASE_URL: owner },
      });
      const token = await registerFunded(server.url, `pooled${url === app ? 1 : 2}@fault.example`);
      await obtain(server.url, 'upbbbuy', { m_id: '1', type: '1', operate_type: '2', amount: '20' }, { token });
      if (!(await fetch(`${server.url}/readyz`)).ok) ground.doubt('it is not ready over a pooler in session mode');
      await server.stop();
    } finally {
      await pooler.close();
    }
  }
  const verdict = await audit({ DATABASE_URL: app, MIGRATE_DATABASE_URL: owner });
  if (!verdict.isClean) ground.doubt(`the audit of what was done over the pooler: ${verdict.output}`);
}

/** A start on a pooler in transaction mode is refused with a sentence. */
async function inTransactionMode(ground: Ground, { owner, app }: Own, number: number): Promise<void> {
  const pooler = await openPooler({ mode: 'transaction', url: overLine(ground, app) });
  try {
    const why = await startChildServer({
      dataDir: join(ground.folder, `pooled-${number}`),
      env: { DATABASE_URL: pooler.url, MIGRATE_DATABASE_URL: owner },
    }).then(async (server) => {
      await server.kill();
      return 'it started';
    }, messageOf);
    if (!REFUSED.test(why)) ground.doubt(`over a pooler in transaction mode: ${why}`);
    if (/\n\s+at /.test(why)) ground.doubt('the refusal comes with a stack');
  } finally {
    await pooler.close();
  }
}

export const pooler: Fault = {
  name: 'pooler',
  does: 'puts pgbouncer between a server and its database: in session mode it works as the role that cannot change history, in transaction mode the start is refused',
  times: { full: 2, short: 1 },
  needs: { lines: true },
  whyNot: () => whyNoPooler,
  async strike(ground, { times, isShort }) {
    // It befalls other servers than the members': in short they rest, and what they would have done need not be read back.
    if (isShort) await ground.stopTrading();
    for (let number = 0; number < times; number += 1) {
      const own = await ownDatabase(ground, number);
      await inTransactionMode(ground, own, number);
      await inSessionMode(ground, own, number);
    }
    if (isShort) ground.startTrading();
    await ground.untilAnswered(ANSWERS_AFTER);
    return [
      `${times} times: two starts in session mode that trade, with clean audits, and one in transaction mode that is refused`,
    ];
  },
};
