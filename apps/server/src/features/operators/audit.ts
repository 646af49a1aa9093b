import type { SliceAudit } from '../../ledger/index.ts';

const GENESIS = `sha256('plimsoll operators')`;

/** Lines of the log that do not follow from the one before. */
const unsealed = (and: '' | `and ${string}`): string =>
  `select 'line ' || a.id || ': ' || a.username || ' ' || a.action || ' ' || a.resource || ' ' || a.ref || case
        when a.id <> 1 and p.id is null then '; the line before is missing'
        when a.previous_hash is distinct from coalesce(p.hash, ${GENESIS}) then '; not sealed to the line before'
        else '; changed after it was written' end as row
      from operator_audit a left join operator_audit p on p.id = a.id - 1
      where ((a.id = 1 or p.id is not null) and a.previous_hash = coalesce(p.hash, ${GENESIS}) and a.hash = operator_audit_link(a.previous_hash, a)) is not true ${and}
      order by a.id`;

/** Audits of operators: an unbroken log, rights that match it, no sessions of disabled operators. */
export const operatorAudits: readonly SliceAudit[] = [
  {
    name: 'each line of the operators’ log is sealed to the one before',
    key: 'operators-chain',
    wrong: unsealed(''),
    figures: `select count(*) || ' lines' as row from operator_audit`,
    after: { wrong: unsealed('and a.id > {operators}') },
  },
  {
    name: 'the operators’ log ends where its head says',
    key: 'operators-head',
    wrong: `select 'the head says line ' || coalesce(h.id::text, 'none') || ', the last is ' || coalesce(l.id::text, 'none') as row
      from (values (true)) one (one)
      left join operator_audit_head h on h.one
      left join lateral (select id, hash from operator_audit order by id desc limit 1) l on true
      where (h.id = coalesce(l.id, 0) and h.hash = coalesce(l.hash, ${GENESIS})) is not true`,
    figures: `select 'line ' || id || ', ' || encode(hash, 'hex') as row from operator_audit_head`,
  },
  {
    name: 'each operator may do what the log last says of them',
    key: 'operators-logged',
    wrong: `select 'operator ' || o.id || ' ' || o.username || ': ' || f.key || ' is ' || f.value::text || ', the log last says ' || coalesce(operator_log_says('operators', o.id::text, f.key)::text, 'nothing') as row
      from operator o cross join lateral jsonb_each(operator_rights(o)) f where f.value is distinct from operator_log_says('operators', o.id::text, f.key)
      order by o.id, f.key`,
    figures: `select count(*) || ' operators, ' || count(*) filter (where role = 'owner' and enabled) || ' of them owners' as row from operator`,
  },
  {
    name: 'each passkey of an operator was added in the log',
    key: 'operators-passkeys',
    wrong: `select 'operator ' || o.id || ' ' || o.username || ': has ' || o.n || ' passkeys, the log last says ' || o.logged as row
      from (
        select o.id, o.username, (select count(*) from operator_passkey p where p.operator_id = o.id) as n,
          coalesce(operator_log_says('operators', o.id::text, 'passkeys')::text, '0') as logged
        from operator o
      ) o where o.n::text <> o.logged order by o.id`,
    figures: `select count(*) || ' passkeys of ' || count(distinct operator_id) || ' operators' as row from operator_passkey`,
  },
  {
    name: 'no operator who is disabled is logged in',
    key: 'operators-sessions',
    wrong: `select 'operator ' || o.id || ' ' || o.username || ': ' || count(*) || ' sessions' as row
      from operator_session s join operator o on o.id = s.operator_id where not o.enabled group by o.id, o.username`,
    figures: `select count(*) || ' sessions of ' || count(distinct operator_id) || ' operators' as row from operator_session`,
  },
];
