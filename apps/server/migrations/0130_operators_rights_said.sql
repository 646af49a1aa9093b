-- What operators may do and what owners have set must be what the operators' log last says of it: `npm run audit` compares them. The log is
-- only added to, so a right that was given past it is found, whoever gave it.

-- What the log last says of a field of a thing, proposals left out, which change nothing yet; null when it says nothing.
create function operator_log_says(of_resource text, of_ref text, field text) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select a.after -> field from operator_audit a where a.resource = of_resource and a.ref = of_ref and a.after ? field and a.action <> 'propose' order by a.id desc limit 1
$$;
grant execute on function operator_log_says to plimsoll_app;

-- What an operator may do, as the log spells it.
create function operator_rights(o operator) returns jsonb
language sql immutable set search_path = public, pg_temp as $$
  select jsonb_build_object('username', o.username, 'role', o.role, 'enabled', o.enabled::int, 'totp', (o.totp_confirmed_at is not null)::int)
$$;
grant execute on function operator_rights to plimsoll_app;

-- A house of before has settings that were written without a line, because they were what held already: they are said once, as they are.
select operator_audit_append(now(), null, 'server', 'server', 'baseline', 'operators', o.id::text, null, operator_rights(o), '', '')
from operator o
where exists (select from jsonb_each(operator_rights(o)) f where f.value is distinct from operator_log_says('operators', o.id::text, f.key))
order by o.id;
select operator_audit_append(now(), null, 'server', 'server', 'baseline', 'settings', '', null, found.said, '', '')
from (
  select jsonb_object_agg(s.key, s.value) as said from setting s
  where s.key <> 'terms_version' and s.value is distinct from operator_log_says('settings', '', s.key)
) found
where found.said is not null;

-- What was set is set to something else, never forgotten.
revoke delete on setting from plimsoll_app;
