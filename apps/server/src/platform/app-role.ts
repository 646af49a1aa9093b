import type pg from 'pg';
import { APP_ROLE, errorCode } from './db.ts';

const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';
/** "tuple concurrently updated": another process granted at the same moment. */
const INTERNAL_ERROR = 'XX000';
const INSUFFICIENT_PRIVILEGE = '42501';
const MOST_TRIES = 20;

/**
 * Makes sure that {@link APP_ROLE} exists, that whoever is connected can work as it, and that it reaches the schema. Roles belong to the
 * whole PostgreSQL server, so another database's start may do the same at the same moment. Needs the right to create roles the first time.
 * @throws Error saying which right to give, when the connected role has not got it.
 */
export async function ensureAppRole(client: pg.Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (!(await canWorkAs(client))) {
        const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
        if (rowCount === 0) await client.query(`create role ${APP_ROLE} nologin`);
        await client.query(`grant ${APP_ROLE} to current_user`);
      }
      await client.query(`grant usage on schema public to ${APP_ROLE}`);
      return;
    } catch (error) {
      const code = errorCode(error);
      if (code === INSUFFICIENT_PRIVILEGE) throw new Error(await sentence(client), { cause: error });
      const isRace = code === DUPLICATE_OBJECT || code === UNIQUE_VIOLATION || code === INTERNAL_ERROR;
      if (!isRace || tries === MOST_TRIES) throw error;
    }
  }
}

/** True when the role exists and the connected one may change to it. From version 16 on, having made a role is not enough. */
async function canWorkAs(client: pg.Client): Promise<boolean> {
  const { rows: [row] } = await client.query<{ can: boolean }>(
    `select coalesce((
       select pg_has_role(current_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
       from pg_roles where rolname = $1), false) as can`,
    [APP_ROLE],
  );
  return row?.can === true;
}

async function sentence(client: pg.Client): Promise<string> {
  const { rows: [row] } = await client.query<{ owner: string }>('select quote_ident(current_user) as owner');
  const owner = row?.owner ?? '';
  return `The database's role ${owner} must own the database and be able to work as ${APP_ROLE}: let it create roles, or, where another role made `
    + `${APP_ROLE}, run “grant ${APP_ROLE} to ${owner}” as that one.`;
}
