import type { SliceAudit } from '../../ledger/index.ts';

/** Audits of the site: settings are as owners set them. */
export const siteAudits: readonly SliceAudit[] = [
  {
    name: 'each setting is what the operators’ log last says of it',
    key: 'settings-logged',
    wrong: `select 'setting ' || coalesce(s.key, l.key) || ' is ' || coalesce(s.value::text, 'not there') || ', the log last says ' || coalesce(operator_log_says('settings', '', coalesce(s.key, l.key))::text, 'nothing') as row
      from (select key, value from setting where key <> 'terms_version') s
      full join (select distinct jsonb_object_keys(after) as key from operator_audit where resource = 'settings' and ref = '' and action <> 'propose') l on l.key = s.key
      where s.value is distinct from operator_log_says('settings', '', coalesce(s.key, l.key))
      order by 1`,
    figures: `select count(*) || ' settings' as row from setting`,
  },
  {
    name: 'the version of the terms that is shown is the last one',
    key: 'settings-terms',
    wrong: `select 'the setting terms_version is ' || s.value::text || ', the last version is ' || v.version as row
      from setting s cross join (select max(version) as version from option_terms_version) v where s.key = 'terms_version' and s.value is distinct from to_jsonb(v.version)`,
    figures: `select 'version ' || max(version) as row from option_terms_version`,
  },
];
