import { KNOWN_FUNCTIONS, KNOWN_TRIGGERS } from './known-functions.ts';
import type { SliceAudit } from './slice.ts';

/** Every function of the database: its name, and a hash of its text, its arguments and how it runs. */
export const FUNCTION_HASHES = `
  select p.proname::text as name, encode(sha256(convert_to(concat_ws(e'\\n', pg_get_function_identity_arguments(p.oid),
    pg_get_function_result(p.oid), l.lanname, p.prosecdef, p.provolatile, array_to_string(p.proconfig, ','), p.prosrc),
    'UTF8')), 'hex') as hash
  from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace`;

/** Every trigger: its table and name, and a hash of what it calls, when, and whether it is on. */
export const TRIGGER_HASHES = `
  select c.relname || '.' || t.tgname as name, encode(sha256(convert_to(pg_get_triggerdef(t.oid)
    || t.tgenabled::text, 'UTF8')), 'hex') as hash
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`;

const compared = (name: string, key: string, hashes: string, known: Readonly<Record<string, string>>): SliceAudit => {
  const rows = Object.entries(known).map(([each, hash]) => `('${each}', '${hash}')`);
  return {
    name,
    key,
    wrong: `select coalesce(f.name, known.name) || ': '
        || case when f.name is null then 'missing' when known.name is null then 'unknown' else 'altered' end as row
      from (${hashes}) f full join (values ${rows.join(', ')}) known (name, hash) on known.name = f.name
      where f.hash is distinct from known.hash`,
    figures: `select count(*) || ' compared' as row from (${hashes}) f`,
  };
};

/** The database's own functions and triggers, which other checks rely on, are those of this version (PROOF 7). */
export const functionAudits: readonly SliceAudit[] = [
  compared('each function of the database is as its migration made it', 'functions', FUNCTION_HASHES, KNOWN_FUNCTIONS),
  compared('each trigger is there and on', 'triggers', TRIGGER_HASHES, KNOWN_TRIGGERS),
];
