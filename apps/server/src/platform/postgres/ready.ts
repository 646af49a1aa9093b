import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../db.ts';
import { connected } from '../connection.ts';
import { messageOf } from '../system-error.ts';
import { addressesOf, DATABASE } from './socket.ts';

const POLL_MS = 10;
/** PostgreSQL's `invalid_password`. */
const WRONG_PASSWORD = '28P01';
const NO_SUCH_DATABASE = '3D000';

/** Until the owner can use the database, made at the first start. False when `isWorthWaiting` became false. */
export async function untilReady(sockets: string, key: string, isWorthWaiting: () => boolean): Promise<boolean> {
  const { url } = addressesOf(sockets, key);
  while (isWorthWaiting()) {
    const failure = await tryOut(url);
    if (failure === undefined) return true;
    const code = errorCode(failure);
    if (code === NO_SUCH_DATABASE) await createDatabase(sockets, key);
    else if (code === WRONG_PASSWORD)
      throw new Error(`The embedded PostgreSQL rejects its own password: ${messageOf(failure)}`, {
        cause: failure,
      });
    else await delay(POLL_MS);
  }
  return false;
}

const tryOut = (url: string): Promise<unknown> =>
  connected(url, async () => undefined).catch((error: unknown) => error);

const createDatabase = (sockets: string, key: string): Promise<unknown> =>
  connected(addressesOf(sockets, key, 'postgres').url, (client) => client.query(`create database ${DATABASE}`));
