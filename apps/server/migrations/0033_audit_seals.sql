-- Runs of the audit and its seals (RULES 1.11, docs/LEDGER.md). A seal is the end of a range in which the audit found
-- nothing: where each chain was then, with its hash there, and roots over all balances and open holds. A later run
-- checks that the newest seal fits the database, and reads what came after. What the server's role hands in is checked
-- against the database; it writes neither table itself.

-- What a run of the audit ended with.
create table audit_run (
  id bigint generated always as identity primary key,
  -- What was read: everything, or what came after the newest seal.
  kind text not null check (kind in ('incremental', 'all')),
  began_at timestamptz not null,
  ended_at timestamptz not null,
  -- By the database's clock: what a seal waits for.
  recorded_at timestamptz not null default clock_timestamp(),
  result text not null check (result in ('clean', 'findings', 'failed')),
  -- Checks that found something.
  findings int not null check ((findings > 0) = (result = 'findings')),
  -- The first of what it found, or why it could not run.
  lines text[] not null default '{}' check (cardinality(lines) <= 20),
  -- Rows of tables that were read.
  rows_read bigint not null check (rows_read >= 0),
  -- The seal it went on from.
  seal_id bigint,
  -- Where the chains ended in its snapshot; of a run that failed none.
  ends jsonb check ((ends is null) = (result = 'failed'))
);
create trigger kept before update or delete on audit_run for each row execute function ledger_kept();

-- Ends of ranges in which nothing was found, each chained to the one before.
create table audit_seal (
  id bigint primary key check (id > 0),
  -- By the database's clock.
  at timestamptz not null,
  -- The run whose ends these are.
  run_id bigint not null references audit_run,
  -- Where each chain was.
  ends jsonb not null,
  -- The hash of each chain there, and roots over the balances and the open holds of that moment.
  hashes jsonb not null,
  previous_hash bytea not null,
  -- Made by audit_seal_link.
  hash bytea not null
);
create trigger kept before update or delete on audit_seal for each row execute function ledger_kept();

-- Where each chain ends: the ledger, the operators' log, the public log with the state it grows from, the epochs of
-- liabilities, and of each market its ticks and marks.
create function audit_ends() returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'batch', (select batch_id from ledger_head), 'journal', (select journal_id from ledger_head),
    'operators', coalesce((select id from operator_audit_head), 0),
    'log', coalesce((select size from log_head), 0),
    'epoch', coalesce((select max(epoch) from liability_epoch), 0),
    'frontier', coalesce((select array_to_json(array(
      select encode(f.hash, 'hex') from unnest(frontier) with ordinality f (hash, n) order by f.n))::jsonb from log_head), '[]'),
    'ticks', coalesce((select jsonb_object_agg(market_id, seq) from tape_head where seq > 0), '{}'),
    'marks', coalesce((select jsonb_object_agg(market_id, seq) from mark_head where seq > 0), '{}'))
$$;

-- The root over whose the accounts were and what they had after a batch and its last journal: what they have now, less
-- the lines since.
create function audit_accounts_root(to_batch bigint, to_journal bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select encode(sha256(coalesce(string_agg(part, ''::bytea order by bucket), ''::bytea)), 'hex')
  from (
    select a.id / 1024 as bucket, sha256(convert_to(string_agg(concat_ws(' ', a.id, coalesce(a.member_id, 0),
      coalesce(a.house, a.type::text), a.coin_id, a.opened_in, trim_scale(a.available - coalesce(e.available, 0)),
      trim_scale(a.frozen - coalesce(e.frozen, 0))), e'\n' order by a.id), 'UTF8')) as part
    from ledger_account a
    left join (
      select account, sum(change) filter (where not frozen) as available, sum(change) filter (where frozen) as frozen
      from (
        select from_account as account, from_frozen as frozen, -amount as change from ledger_transfer
          where journal_id > to_journal
        union all
        select to_account, to_frozen, amount from ledger_transfer where journal_id > to_journal
      ) side group by account
    ) e on e.account = a.id
    where a.opened_in <= to_batch
    group by a.id / 1024
  ) parts
$$;

-- The root over the holds that were open after a journal, computed in the same way.
create function audit_holds_root(to_journal bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select encode(sha256(coalesce(string_agg(part, ''::bytea order by kind, bucket), ''::bytea)), 'hex')
  from (
    select h.kind collate "C" as kind, h.ref / 1024 as bucket, sha256(convert_to(string_agg(concat_ws(' ', h.kind, h.ref,
      h.account_id, trim_scale(h.amount), trim_scale(h.captured - coalesce(l.captured, 0)),
      trim_scale(h.released - coalesce(l.released, 0))), e'\n' order by h.ref), 'UTF8')) as part
    from ledger_hold h
    left join (
      select hold_kind, hold_ref, bool_or(to_frozen) as is_made,
        sum(amount) filter (where from_frozen and from_account <> to_account) as captured,
        sum(amount) filter (where from_frozen and from_account = to_account) as released
      from ledger_transfer where journal_id > to_journal and hold_kind is not null group by hold_kind, hold_ref
    ) l on l.hold_kind = h.kind and l.hold_ref = h.ref
    where l.is_made is not true
      and h.captured + h.released - coalesce(l.captured, 0) - coalesce(l.released, 0) < h.amount
    group by 1, 2
  ) parts
$$;

-- The state that the public log grew from, as bytes.
create function audit_frontier(ends jsonb) returns bytea[]
language sql immutable set search_path = public, pg_temp as $$
  select array(select decode(f.hash, 'hex') from jsonb_array_elements_text(ends -> 'frontier') with ordinality f (hash, n)
    order by f.n)
$$;

-- What a seal with these ends says, computed from the database.
create function audit_seal_hashes(ends jsonb) returns jsonb
language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'accounts', audit_accounts_root((ends ->> 'batch')::bigint, (ends ->> 'journal')::bigint),
    'holds', audit_holds_root((ends ->> 'journal')::bigint),
    'ledger', (select encode(b.hash, 'hex') from ledger_batch b
      where b.id = (ends ->> 'batch')::bigint and b.last_journal = (ends ->> 'journal')::bigint),
    'operators', (select encode(a.hash, 'hex') from operator_audit a where a.id = (ends ->> 'operators')::bigint),
    'log', (select encode(b.root, 'hex') from log_batch b
      where b.size = (ends ->> 'log')::bigint and b.root = log_root(audit_frontier(ends))),
    'ticks', coalesce((select jsonb_object_agg(e.key, encode(t.hash, 'hex')) from jsonb_each_text(ends -> 'ticks') e
      left join tick t on t.market_id = e.key::bigint and t.seq = e.value::bigint), '{}'),
    'marks', coalesce((select jsonb_object_agg(e.key, encode(m.hash, 'hex')) from jsonb_each_text(ends -> 'marks') e
      left join mark m on m.market_id = e.key::bigint and m.seq = e.value::bigint), '{}'))
$$;

-- The hash of a seal: of the one before and every column.
create function audit_seal_link(seal audit_seal) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select sha256(seal.previous_hash || convert_to(jsonb_build_array(seal.id, (extract(epoch from seal.at) * 1000000)::bigint,
    seal.run_id, seal.ends, seal.hashes)::text, 'UTF8'))
$$;

-- What is wrong with the newest seal: with its link, or with what it says of the database. Ticks that thinning has
-- removed since are missing rightly.
create function audit_seal_misfits() returns table (misfit text)
language sql stable set search_path = public, pg_temp as $$
  with newest as materialized (
    select s.*, audit_seal_link(s) as link, p.id as before_id, p.hash as before_hash, audit_seal_hashes(s.ends) as computed
    from audit_seal s left join audit_seal p on p.id = s.id - 1 order by s.id desc limit 1
  ), stated as (
    select n.id, e.key as what, e.value as stated, n.computed -> e.key as computed
    from newest n cross join jsonb_each(n.hashes) e where e.key not in ('ticks', 'marks')
    union all
    select n.id, f.key || ' of market ' || e.key, e.value, n.computed -> f.key -> e.key
    from newest n cross join jsonb_each(n.hashes) f cross join jsonb_each(f.value) e
    where f.key in ('ticks', 'marks') and not (f.key = 'ticks' and n.computed -> f.key -> e.key = 'null'
      and exists (select from tape_thinned d
        where d.market_id = e.key::bigint and d.seq >= (n.ends -> 'ticks' ->> e.key)::bigint))
  )
  select 'seal ' || id || ': ' || what || ' is not what the database says there' from stated
    where stated is distinct from computed
  union all
  select 'seal ' || id || ' does not say everything' from newest
    where not hashes ?& array['accounts', 'holds', 'ledger', 'operators', 'log', 'ticks', 'marks']
  union all
  select 'seal ' || id || ' is not chained to the one before' from newest
    where hash <> link or previous_hash <> coalesce(before_hash, sha256('plimsoll audit'))
      or id <> coalesce(before_id, 0) + 1
$$;

-- Every seal against its link, the one before and the chains that it names; balances and holds of the newest are left
-- to audit_seal_misfits.
create function audit_seal_breaks() returns table (broken text)
language sql stable set search_path = public, pg_temp as $$
  select 'seal ' || s.id || ': ' || concat_ws(', ',
    case when s.hash <> s.link or s.previous_hash <> s.before_hash or s.id <> s.nth
      then 'not chained to the one before' end,
    case when (s.ends ->> 'batch')::bigint < s.before_batch then 'ends before it' end,
    case when s.hashes ->> 'ledger' is distinct from encode(b.hash, 'hex') then 'ledger is not what the database says there' end,
    case when s.hashes ->> 'operators' is distinct from encode(a.hash, 'hex')
      then 'operators is not what the database says there' end,
    case when s.hashes ->> 'log' is distinct from encode(l.root, 'hex') then 'log is not what the database says there' end)
  from (
    select each.*, audit_seal_link(each) as link, row_number() over w as nth,
      lag(each.hash, 1, sha256('plimsoll audit')) over w as before_hash,
      lag((each.ends ->> 'batch')::bigint, 1, 0::bigint) over w as before_batch
    from audit_seal each window w as (order by each.id)
  ) s
  left join ledger_batch b on b.id = (s.ends ->> 'batch')::bigint
  left join operator_audit a on a.id = (s.ends ->> 'operators')::bigint
  left join log_batch l on l.size = (s.ends ->> 'log')::bigint
  where s.hash <> s.link or s.previous_hash <> s.before_hash or s.id <> s.nth
    or (s.ends ->> 'batch')::bigint < s.before_batch
    or s.hashes ->> 'ledger' is distinct from encode(b.hash, 'hex')
    or s.hashes ->> 'operators' is distinct from encode(a.hash, 'hex')
    or s.hashes ->> 'log' is distinct from encode(l.root, 'hex')
$$;

-- Records a run; returns its number. Ends beyond those of the chains are refused: a run says what it saw, not what will
-- be.
create function audit_record(
  kind text, began_at timestamptz, ended_at timestamptz, result text, findings int, lines text[], rows_read bigint,
  seal_id bigint, ends jsonb
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  run_id bigint;
  now_ends constant jsonb := audit_ends();
begin
  if ends is not null and (
    (ends ->> 'batch')::bigint <= (now_ends ->> 'batch')::bigint
      and (ends ->> 'operators')::bigint <= (now_ends ->> 'operators')::bigint
      and (ends ->> 'log')::bigint <= (now_ends ->> 'log')::bigint
      and (ends ->> 'epoch')::bigint <= (now_ends ->> 'epoch')::bigint
      and not exists (select from jsonb_each_text(ends -> 'ticks') e
        where (e.value::bigint <= (now_ends -> 'ticks' ->> e.key)::bigint) is not true)
      and not exists (select from jsonb_each_text(ends -> 'marks') e
        where (e.value::bigint <= (now_ends -> 'marks' ->> e.key)::bigint) is not true)
  ) is not true then
    raise check_violation using message = 'a run cannot have seen more than there is';
  end if;
  insert into audit_run as r (kind, began_at, ended_at, result, findings, lines, rows_read, seal_id, ends)
  values (kind, began_at, ended_at, result, findings, lines, rows_read, seal_id, ends) returning r.id into run_id;
  return run_id;
end $$;

-- The run whose ends may be sealed: the latest that was clean ten minutes ago or longer, when each one since was clean
-- too, and only if it saw more than the newest seal says. What is new is so read by two runs at least, and whatever
-- commits late by the second.
create function audit_sealable() returns table (run_id bigint, ends jsonb)
language sql stable set search_path = public, pg_temp as $$
  select r.id, r.ends
  from audit_run r left join (select s.ends from audit_seal s order by s.id desc limit 1) s on true
  where r.result = 'clean' and r.recorded_at <= clock_timestamp() - interval '10 minutes'
    and not exists (select from audit_run later where later.id > r.id and later.result = 'findings')
    and (s.ends is null or ((r.ends ->> 'batch')::bigint >= (s.ends ->> 'batch')::bigint and r.ends <> s.ends))
  order by r.id desc limit 1
$$;

-- Seals the ends of a run; returns the seal's number. What it says is computed here, and must be what the audit computed
-- in the snapshot in which it found nothing. Null when another process sealed meanwhile.
-- Raises check_violation for a run that may not be sealed, and when the database is not what the audit saw.
create function audit_seal_append(of_run bigint, expected jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  previous audit_seal;
  seal audit_seal;
begin
  select s.* into previous from audit_seal s order by s.id desc limit 1;
  select coalesce(previous.id, 0) + 1, clock_timestamp(), r.run_id, r.ends, audit_seal_hashes(r.ends),
    coalesce(previous.hash, sha256('plimsoll audit')), ''::bytea
  into seal from audit_sealable() r where r.run_id = of_run;
  if seal.id is null then
    raise check_violation using message = 'this run may not be sealed';
  end if;
  if seal.hashes is distinct from expected then
    raise check_violation using message = 'the database is not what the audit saw';
  end if;
  seal.hash := audit_seal_link(seal);
  insert into audit_seal select seal.* on conflict do nothing;
  return case when found then seal.id end;
end $$;

-- The public log from a size and the state it had then: as log_breaks, which begins at its first entry.
create function log_breaks_after(from_size bigint, from_frontier bytea[]) returns table (broken text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  batch record;
  stack bytea[] := from_frontier;
  leaves bigint := from_size;
  found_breaks int := 0;
begin
  for batch in
    select b.first_index, b.size, b.lines, b.root from log_batch b where b.first_index >= from_size order by b.first_index
  loop
    stack := log_grown(leaves, stack, batch.lines);
    if batch.first_index <> leaves or batch.root <> log_root(stack) then
      found_breaks := found_breaks + 1;
      broken := 'entries from ' || batch.first_index || ' do not lead to their root';
      return next;
    end if;
    leaves := batch.size;
    exit when found_breaks >= 100;
  end loop;
  return query select 'the head, at ' || h.size || ' entries' from log_head h
    where h.size <> leaves or h.root <> log_root(stack) or h.frontier <> stack;
  if leaves > 0 and not exists (select from log_head) then
    broken := 'entries without a head';
    return next;
  end if;
end $$;

revoke execute on function audit_record, audit_seal_append from public;
grant execute on function audit_record, audit_seal_append to plimsoll_app;
grant select on audit_run, audit_seal to plimsoll_app;
