import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../db.ts';
import { connected } from '../connection.ts';
import { SUPERUSER } from './data-folder.ts';
import { DATABASE, socketUrl } from './socket.ts';

const POLL_MS = 10;
const NO_SUCH_ROLE = '28000';
const NO_SUCH_DATABASE = '3D000';

/** Waits until our role can use our database, making both at the first start. False when `isWorthWaiting` said no before. */
export async function untilReady(sockets: string, isWorthWaiting: () => boolean): Promise<boolean> {
  while (isWorthWaiting()) {
    const failure = await tryOut(socketUrl(sockets));
    if (failure === undefined) return true;
    const code = errorCode(failure);
    if (code === NO_SUCH_ROLE || code === NO_SUCH_DATABASE) await createDatabase(sockets);
    else await delay(POLL_MS);
  }
  return false;
}

const tryOut = (url: string): Promise<unknown> =>
  connected(url, async () => undefined).catch((error: unknown) => error);

const createDatabase = (sockets: string): Promise<void> =>
  connected(socketUrl(sockets, SUPERUSER, 'postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create role ${DATABASE} login createrole createdb`);
    await client.query(`create database ${DATABASE} owner ${DATABASE}`);
  });
