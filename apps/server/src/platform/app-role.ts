import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { APP_ROLE, errorCode, type Login } from './db.ts';

const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';
/** "tuple concurrently updated": another process granted just then. */
const INTERNAL_ERROR = 'XX000';
const INSUFFICIENT_PRIVILEGE = '42501';
const MAX_ATTEMPTS = 20;

/**
 * Makes sure that {@link APP_ROLE} exists, reaches the schema, and that the connected role can work as it. Another
 * database's start may do the same just then: roles belong to the whole PostgreSQL server.
 * @param login the server's login: made, and made a member of the role, where it is not.
 * @throws Error naming the right to grant, when the connected role lacks it.
 */
export async function ensureAppRole(client: pg.Client, login?: Login): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (!(await canWorkAs(client))) {
        const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
        if (rowCount === 0) await client.query(`create role ${APP_ROLE} nologin`);
        await client.query(`grant ${APP_ROLE} to current_user`);
      }
      await client.query(`grant usage on schema public to ${APP_ROLE}`);
      if (login !== undefined) await admit(client, login);
      return;
    } catch (error) {
      const code = errorCode(error);
      if (code === INSUFFICIENT_PRIVILEGE) throw new Error(await sentence(client), { cause: error });
      const isRace = code === DUPLICATE_OBJECT || code === UNIQUE_VIOLATION || code === INTERNAL_ERROR;
      if (!isRace || tries === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Since version 16 having made the role is not enough to change to it. */
async function canWorkAs(client: pg.Client): Promise<boolean> {
  const {
    rows: [row],
  } = await client.query<{ can: boolean }>(
    `select coalesce((
       select pg_has_role(current_user, oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
       from pg_roles where rolname = $1), false) as can`,
    [APP_ROLE],
  );
  return row?.can === true;
}

/** Makes the server's login, where it does not exist, and its membership. */
async function admit(client: pg.Client, { name, password }: Login): Promise<void> {
  const {
    rows: [found],
  } = await client.query<{ can: boolean; lacks: boolean }>(
    `select rolcanlogin as can, not pg_has_role(oid, $2, 'member') as lacks from pg_roles where rolname = $1`,
    [name, APP_ROLE],
  );
  const quoted = pg.escapeIdentifier(name);
  if (found?.can !== true)
    await client.query(
      `${found ? 'alter' : 'create'} role ${quoted} login${password === undefined ? '' : ` password ${pg.escapeLiteral(verifierOf(password))}`}`,
    );
  if (found?.lacks ?? name !== APP_ROLE) await client.query(`grant ${APP_ROLE} to ${quoted}`);
}

const STRETCH = 4096;

/** A password as PostgreSQL keeps it (SCRAM-SHA-256, RFC 5803): no log of statements shows it. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, STRETCH, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${STRETCH}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

async function sentence(client: pg.Client): Promise<string> {
  const {
    rows: [row],
  } = await client.query<{ owner: string }>('select quote_ident(current_user) as owner');
  const owner = row?.owner ?? '';
  return (
    `The database's role ${owner} must own the database and be able to work as ${APP_ROLE}: let it create roles, or, where another role made ` +
    `${APP_ROLE}, run “grant ${APP_ROLE} to ${owner}” as that one.`
  );
}
