import type { Client } from '../../apps/server/src/platform/connection.ts';
import { APP_ROLE } from '../../apps/server/src/platform/db.ts';
import { FUNCTION_HASHES, TRIGGER_HASHES } from '../../apps/server/src/platform/function-audit.ts';

/** A column of the catalogue. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** SQL of its default or generation, or null. */
  readonly filledBy: string | null;
}

/** A constraint, index or trigger: its name and SQL. */
interface Named {
  readonly name: string;
  readonly definition: string;
}

/** A foreign key, for a diagram. */
export interface Reference {
  readonly columns: readonly string[];
  readonly to: string;
  readonly isOptional: boolean;
  /** True when at most one row refers to another row. */
  readonly isUnique: boolean;
}

/** A table with everything on it, by name; columns in order. */
export interface Table {
  readonly name: string;
  /** Storage parameters, `fillfactor=60`, and what it is parted by. */
  readonly options: readonly string[];
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly constraints: readonly Named[];
  readonly references: readonly Reference[];
  readonly indexes: readonly Named[];
  readonly triggers: readonly Named[];
  /** Rights of the server's role: `select`, `update (status, remark)`. */
  readonly rights: readonly string[];
}

/** A function, with its settings. */
export interface SqlFunction {
  readonly name: string;
  readonly args: string;
  readonly result: string;
  /** Language, volatility and other attributes. */
  readonly options: readonly string[];
  /** True when it runs with the owner's rights. */
  readonly isDefiner: boolean;
  /** True when the server's role may call it. */
  readonly isCallable: boolean;
  /** Without comments, and with single blanks. */
  readonly body: string;
}

/** A domain: a type with a check. */
export interface Domain {
  readonly name: string;
  readonly base: string;
  readonly checks: readonly string[];
}

/** All objects of migrations, by name. */
export interface Schema {
  readonly tables: readonly Table[];
  readonly functions: readonly SqlFunction[];
  readonly domains: readonly Domain[];
  /** Sequences of their own, with the rights of the server's role. */
  readonly sequences: readonly { readonly name: string; readonly rights: readonly string[] }[];
  /** What the audit compares functions and triggers with. */
  readonly hashes: { readonly functions: readonly Hashed[]; readonly triggers: readonly Hashed[] };
}
interface Hashed {
  readonly name: string;
  readonly hash: string;
}

/** Records of migrations, created by the runner. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock', 'migration_note'];

const TABLES = `
  select c.relname as name, array_remove(coalesce(c.reloptions, '{}') || ('parts by ' || pg_get_partkeydef(c.oid)), null) as options,
    (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isNullable', not a.attnotnull, 'filledBy', case
          when a.attidentity = 'a' then 'identity, always'
          when a.attidentity = 'd' then 'identity'
          when a.attgenerated <> '' then 'generated: ' || pg_get_expr(d.adbin, d.adrelid, true)
          else pg_get_expr(d.adbin, d.adrelid, true) end) order by a.attnum), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(a.attname order by array_position(p.conkey, a.attnum)), '[]')
      from pg_constraint p join pg_attribute a on a.attrelid = p.conrelid and a.attnum = any(p.conkey)
      where p.conrelid = c.oid and p.contype = 'p') as "primaryKey",
    (select coalesce(json_agg(json_build_object('name', p.conname, 'definition', pg_get_constraintdef(p.oid, true))
        order by p.conname), '[]')
      from pg_constraint p where p.conrelid = c.oid and p.contype not in ('n', 't')) as constraints,
    (select coalesce(json_agg(json_build_object('to', p.confrelid::regclass::text,
        'columns', (select json_agg(a.attname order by array_position(p.conkey, a.attnum)) from pg_attribute a
          where a.attrelid = c.oid and a.attnum = any(p.conkey)),
        'isOptional', exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attnum = any(p.conkey) and not a.attnotnull),
        'isUnique', exists (select from pg_constraint u
          where u.conrelid = c.oid and u.contype in ('p', 'u') and u.conkey <@ p.conkey)) order by p.conname), '[]')
      from pg_constraint p where p.conrelid = c.oid and p.contype = 'f') as "references",
    (select coalesce(json_agg(json_build_object('name', i.indexrelid::regclass::text,
        'definition', pg_get_indexdef(i.indexrelid, 0, true)) order by i.indexrelid::regclass::text collate "C"), '[]')
      from pg_index i where i.indrelid = c.oid
        and not exists (select from pg_constraint p where p.conindid = i.indexrelid and p.contype in ('p', 'u'))) as indexes,
    (select coalesce(json_agg(json_build_object('name', t.tgname,
        'definition', pg_get_triggerdef(t.oid, true) || case t.tgenabled when 'O' then '' else ' (disabled)' end)
        order by t.tgname), '[]')
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    (select coalesce(json_agg(r.spelled order by r.spelled collate "C"), '[]') from (
      select lower(x.privilege_type) as spelled
      from aclexplode(c.relacl) x where x.grantee = $2::regrole
      union all
      select lower(x.privilege_type) || ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')'
      from pg_attribute a cross join lateral aclexplode(a.attacl) x
      where a.attrelid = c.oid and x.grantee = $2::regrole group by x.privilege_type) r) as rights
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)
  order by c.relname collate "C"`;

const FUNCTIONS = `
  select p.proname as name, pg_get_function_arguments(p.oid) as args, pg_get_function_result(p.oid) as result,
    array_remove(array[l.lanname::text, case p.provolatile when 'i' then 'immutable' when 's' then 'stable' end,
      case when p.proparallel = 's' then 'parallel safe' end] || p.proconfig, null) as options,
    p.prosecdef as "isDefiner", has_function_privilege($1, p.oid, 'execute') as "isCallable", p.prosrc as body
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace
  order by p.proname collate "C", pg_get_function_arguments(p.oid) collate "C"`;

const DOMAINS = `
  select t.typname as name, format_type(t.typbasetype, t.typtypmod) as base,
    (select coalesce(json_agg(pg_get_constraintdef(p.oid, true) order by p.conname), '[]')
      from pg_constraint p where p.contypid = t.oid and p.contype = 'c') as checks
  from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype = 'd'
  order by t.typname collate "C"`;

const SEQUENCES = `
  select c.relname as name, array(
    select lower(x.privilege_type) collate "C" from aclexplode(c.relacl) x where x.grantee = $1::regrole order by 1) as rights
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
    and (exists (select from aclexplode(c.relacl) x where x.grantee = $1::regrole)
      or not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i'))
  order by c.relname collate "C"`;

const plain = (body: string): string => body.replaceAll(/--.*$/gm, ' ').replaceAll(/\s+/g, ' ').trim();

/** Reads the catalogue of a migrated database. */
export async function readSchema(client: Client): Promise<Schema> {
  const { rows: tables } = await client.query<Table>(TABLES, [OF_MIGRATIONS, APP_ROLE]);
  const { rows: functions } = await client.query<SqlFunction>(FUNCTIONS, [APP_ROLE]);
  const { rows: domains } = await client.query<Domain>(DOMAINS);
  const { rows: sequences } = await client.query<Schema['sequences'][number]>(SEQUENCES, [APP_ROLE]);
  const hashed = async (hashes: string): Promise<Hashed[]> =>
    (await client.query<Hashed>(`select * from (${hashes}) each order by each.name collate "C"`)).rows;
  return {
    tables,
    functions: functions.map((each) => ({ ...each, body: plain(each.body) })),
    domains,
    sequences,
    hashes: { functions: await hashed(FUNCTION_HASHES), triggers: await hashed(TRIGGER_HASHES) },
  };
}
