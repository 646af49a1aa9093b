import { APP_ROLE, type Query, sql } from './db.ts';
import { RefusedStart } from './refused-start.ts';

interface Login {
  readonly login: string;
  readonly works_as: string;
  /** Server-wide rights that include all others. */
  readonly powers: readonly string[];
  /** Roles it is or can become that own something here or bypass rights. */
  readonly owners: readonly string[];
  /** Rights to change append-only tables: `update ledger_journal`. */
  readonly changes: readonly string[];
}

// Memberships count also where their rights apply only after `set role`.
const lookAt = sql<Login>(
  'platform.loginRole',
  `
  with reached as (select oid, rolname from pg_roles where pg_has_role(session_user, oid, 'member')),
  owned as (
    select datdba as owner from pg_database where datname = current_database()
    union select nspowner from pg_namespace where nspname = 'public'
    union select relowner from pg_class where relnamespace = 'public'::regnamespace
    union select proowner from pg_proc where pronamespace = 'public'::regnamespace
    union select oid from pg_roles where rolname in ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program')
  )
  select session_user::text as login, current_user::text as works_as,
    (select array_remove(array[case when rolsuper then 'superuser' end, case when rolcreaterole then 'createrole' end,
      case when rolreplication then 'replication' end, case when rolbypassrls then 'bypassrls' end], null) from pg_roles where rolname = session_user) as powers,
    array(select rolname::text from reached where oid in (select owner from owned) order by 1) as owners,
    array(select distinct lower(p) || ' ' || c.relname from reached r cross join pg_class c cross join unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[])
        and (has_table_privilege(r.oid, c.oid, p) or (p in ('INSERT', 'UPDATE') and has_any_column_privilege(r.oid, c.oid, p))) order by 1) as changes`,
);

const WHAT_TO_DO =
  'Give DATABASE_URL a login that owns nothing and is a member of plimsoll_app alone, and the owner’s as MIGRATE_DATABASE_URL (docs/OPERATING.md, “The database’s roles”).';

/**
 * Makes sure that the server, even running arbitrary SQL, cannot change history: its login owns nothing, cannot become
 * an owner, and works as {@link APP_ROLE} on the connections it uses.
 * @param history append-only tables, written by functions of the owner.
 * @throws Error saying what is wrong and what to do.
 */
export async function requireHarmlessLogin(db: Query, history: readonly string[]): Promise<void> {
  const [found] = await db.run(lookAt, [history]);
  if (!found) throw new Error('The database returned no role for the server’s login.');
  const { login, works_as, powers, owners, changes } = found;
  const refuse = (why: string): never => {
    throw new RefusedStart(`The server’s login to the database, ${login}, ${why}. ${WHAT_TO_DO}`);
  };
  if (powers.length > 0) refuse(`has the right ${powers.join(', ')} and could change what happened`);
  if (owners.length > 0)
    refuse(
      `${owners.includes(login) ? 'owns the platform’s tables' : `can become ${owners.join(', ')}, which owns the platform’s tables`} and could change what happened`,
    );
  if (changes.length > 0) refuse(`could change what happened: it may ${changes.slice(0, 3).join(', ')}`);
  if (works_as !== APP_ROLE) {
    throw new RefusedStart(
      `The server asked to work as ${APP_ROLE} and works as ${works_as}: what stands between it and the database drops the role. Log in as ${APP_ROLE} itself (docs/OPERATING.md, “The database’s roles”).`,
    );
  }
}
