-- The public log (PROOF 2): its entries in batches, each continuing the one before, and what its entries name that no
-- other table keeps: versions of settings and of markets, keys, the key of commitments. Files of the log are made of
-- these tables. Only log_begin and log_append write them.

-- The log as it is: one row from its first start on.
create table log_head (
  one boolean primary key default true check (one),
  -- `plimsoll.example/log`, for ever.
  origin text not null check (origin ~ '^[^\s+]+/log$'),
  -- Entries.
  size bigint not null check (size >= 0),
  -- Of their RFC 6962 tree.
  root bytea not null check (octet_length(root) = 32),
  -- The hashes of the complete subtrees that the tree is made of, from the left.
  frontier bytea[] not null,
  -- Journals up to this one were there before the log, and are not in it.
  first_journal bigint not null,
  -- Journals up to this one are in it.
  journal_id bigint not null,
  -- The last version of each that is in it.
  terms_version int not null,
  settings_version int not null,
  market_version bigint not null,
  log_key_id int not null,
  -- The last epoch of liabilities that is in it.
  epoch bigint not null,
  at timestamptz not null
) with (fillfactor = 50);

-- Entries as they were appended, some together. Rows never change.
create table log_batch (
  -- The number of its first entry in the log.
  first_index bigint primary key check (first_index >= 0),
  -- The number of entries up to its last.
  size bigint not null unique,
  -- Each entry's line, canonical JSON.
  lines text[] not null,
  -- Of the tree up to its last entry.
  root bytea not null check (octet_length(root) = 32),
  -- The last journal in the log then.
  journal_id bigint not null,
  at timestamptz not null,
  constraint as_many_as_lines check (size = first_index + cardinality(lines) and cardinality(lines) > 0)
);
-- The batch that a journal's entry is in is the first that goes up to it.
create index log_batch_journal on log_batch (journal_id, first_index);
create index log_batch_at on log_batch (at, first_index);

-- Options in the log whose line is not.
create table log_lineless (
  option_id bigint primary key,
  market_id bigint not null,
  -- The first and the last moment for its line.
  from_at timestamptz not null,
  until_at timestamptz not null
);
create index log_lineless_market on log_lineless (market_id, from_at);

-- The log's public keys as C2SP verifier keys, in the order in which they came. One is in the log before its first use.
create table log_key (
  id int primary key check (id > 0),
  vkey text not null unique check (length(vkey) between 50 and 400 and vkey !~ '\s'),
  at timestamptz not null
);

-- The key of the log's commitments, made once: the server's secret may change, salts never do.
create table log_secret (
  one boolean primary key default true check (one),
  key bytea not null check (octet_length(key) = 32)
);

-- The waits that options were placed on, each combination once: `settings` entries.
create table option_settings_version (
  version int primary key check (version > 0),
  line_delay_ms int not null,
  line_within_ms int not null,
  next_within_ms int not null,
  fresh_ms int not null,
  at timestamptz not null,
  unique (line_delay_ms, line_within_ms, next_within_ms, fresh_ms)
);

-- What members see of a market, at each change: `market` entries.
create table market_version (
  -- In the order of commits.
  id bigint primary key check (id > 0),
  market_id bigint not null references market,
  -- From 1 in its market.
  version int not null check (version > 0),
  -- Strings, whole numbers, true or false; null for the setting that holds for all markets.
  shown jsonb not null,
  at timestamptz not null,
  unique (market_id, version)
);

create function log_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise check_violation using message = 'what is in the public log never changes: ' || tg_table_name;
end $$;
create trigger kept before update or delete on log_batch for each row execute function log_kept();
create trigger never_truncated before truncate on log_batch for each statement execute function log_kept();
create trigger kept before delete on log_head for each row execute function log_kept();
create trigger origin_kept before update of origin, first_journal on log_head for each row
  when (new.origin <> old.origin or new.first_journal <> old.first_journal) execute function log_kept();
create trigger kept before update or delete on log_key for each row execute function log_kept();
create trigger kept before update or delete on log_secret for each row execute function log_kept();
create trigger kept before update or delete on option_settings_version for each row execute function log_kept();
create trigger kept before update or delete on market_version for each row execute function log_kept();

-- The complete subtrees of a tree of `size` leaves, after these lines are appended.
create function log_grown(size bigint, frontier bytea[], lines text[]) returns bytea[]
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  stack bytea[] := frontier;
  height int := cardinality(frontier);
  below bigint;
  leaves bigint := size;
  line text;
  hash bytea;
begin
  foreach line in array lines loop
    hash := sha256('\x00'::bytea || convert_to(line, 'UTF8'));
    below := leaves;
    while below & 1 = 1 loop
      hash := sha256('\x01'::bytea || stack[height] || hash);
      height := height - 1;
      below := below >> 1;
    end loop;
    height := height + 1;
    stack[height] := hash;
    leaves := leaves + 1;
  end loop;
  return stack[1:height];
end $$;

-- The root of a tree of these complete subtrees (RFC 6962, 2.1).
create function log_root(frontier bytea[]) returns bytea
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  height int := cardinality(frontier);
  root bytea;
begin
  if height = 0 then
    return sha256('');
  end if;
  root := frontier[height];
  for at in reverse height - 1..1 loop
    root := sha256('\x01'::bytea || frontier[at] || root);
  end loop;
  return root;
end $$;

-- Begins the log, once, with what happens from now on: with everything, where no option was placed before. Returns its
-- origin, which is another one if it had begun already.
create function log_begin(new_origin text, begun_at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before bigint;
begin
  select case when exists (select from option_order) then h.journal_id else 0 end into before from ledger_head h;
  insert into log_head (origin, size, root, frontier, first_journal, journal_id, terms_version, settings_version,
    market_version, log_key_id, epoch, at)
  values (new_origin, 0, sha256(''), '{}', before, before, 0, 0, 0, 0, 0, begun_at)
  on conflict do nothing;
  return (select origin from log_head);
end $$;

-- Registers a public key of the log, to be put into it.
create function log_key_add(new_vkey text, added_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from log_key where vkey = new_vkey) then
    return;
  end if;
  lock table log_key in share row exclusive mode;
  insert into log_key (id, vkey, at) select coalesce(max(id), 0) + 1, new_vkey, added_at from log_key
  on conflict (vkey) do nothing;
end $$;

-- Appends entries behind `at_size` entries, and nowhere else, so that no two processes can write two logs; returns the
-- size and the root then. With the entries goes how far their subjects have been read, and the options that wait for
-- a line from now on, and do so no more.
create function log_append(
  at_size bigint, new_lines text[], appended_at timestamptz,
  to_journal bigint, to_terms int, to_settings int, to_market bigint, to_key int, to_epoch bigint,
  lineless_ids bigint[], lineless_markets bigint[], lineless_from timestamptz[], lineless_until timestamptz[],
  lined_ids bigint[]
) returns table (size bigint, root bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  head log_head;
  grown bytea[];
  new_root bytea;
  new_at timestamptz;
begin
  select * into head from log_head h where h.one for update;
  if head.size is distinct from at_size then
    raise serialization_failure using message = 'the log was continued meanwhile, to ' || coalesce(head.size, 0);
  end if;
  if to_journal < head.journal_id or to_terms < head.terms_version or to_settings < head.settings_version
    or to_market < head.market_version or to_key < head.log_key_id or to_epoch < head.epoch
    or to_journal > (select l.journal_id from ledger_head l)
  then
    raise check_violation using message = 'the log is not read back, nor beyond what there is';
  end if;
  if exists (select from unnest(new_lines) line
    where (octet_length(line) <= 16384 and line like '{"%"v":1%}' and line !~ '[\n\r]') is not true)
  then
    raise check_violation using message = 'not an entry of the log';
  end if;
  new_at := greatest(head.at, appended_at);
  grown := log_grown(head.size, head.frontier, new_lines);
  new_root := log_root(grown);
  if cardinality(new_lines) > 0 then
    insert into log_batch (first_index, size, lines, root, journal_id, at)
    values (head.size, head.size + cardinality(new_lines), new_lines, new_root, to_journal, new_at);
  end if;
  update log_head h
  set size = head.size + cardinality(new_lines), root = new_root, frontier = grown, journal_id = to_journal,
    terms_version = to_terms, settings_version = to_settings, market_version = to_market, log_key_id = to_key,
    epoch = to_epoch,
    at = new_at
  where h.one;
  insert into log_lineless (option_id, market_id, from_at, until_at)
  select * from unnest(lineless_ids, lineless_markets, lineless_from, lineless_until);
  delete from log_lineless w where w.option_id = any (lined_ids);
  return query select h.size, h.root from log_head h;
end $$;

-- Batches that do not continue the one before, or whose root is not that of their entries, and a head that is not their
-- end: at most a hundred, each as a line of text.
create function log_breaks() returns table (broken text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  batch record;
  stack bytea[] := '{}';
  leaves bigint := 0;
  found_breaks int := 0;
begin
  for batch in select b.first_index, b.size, b.lines, b.root from log_batch b order by b.first_index loop
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

-- Keeps the waits of placed options. Cheap where they are known: one look by key for each combination.
create function option_settings_noted() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from (
      select distinct line_delay_ms, line_within_ms, next_within_ms, fresh_ms from placed where rules = 2
    ) p
    where not exists (
      select from option_settings_version v
      where v.line_delay_ms = p.line_delay_ms and v.line_within_ms = p.line_within_ms
        and v.next_within_ms = p.next_within_ms and v.fresh_ms = p.fresh_ms))
  then
    return null;
  end if;
  -- Numbered in the order of commits, which is that of the log.
  lock table option_settings_version in share row exclusive mode;
  insert into option_settings_version (version, line_delay_ms, line_within_ms, next_within_ms, fresh_ms, at)
  select (select coalesce(max(version), 0) from option_settings_version) + row_number() over (order by p.at), p.*
  from (
    select line_delay_ms, line_within_ms, next_within_ms, fresh_ms, min(placed_at) as at from placed where rules = 2
    group by 1, 2, 3, 4
  ) p
  where not exists (
    select from option_settings_version v
    where v.line_delay_ms = p.line_delay_ms and v.line_within_ms = p.line_within_ms
      and v.next_within_ms = p.next_within_ms and v.fresh_ms = p.fresh_ms);
  return null;
end $$;
create trigger option_settings_noted after insert on option_order
  referencing new table as placed for each statement execute function option_settings_noted();

-- Writes a new version of each of these markets whose values are not those of its last.
create function market_versions_note(market_ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table market_version in share row exclusive mode;
  insert into market_version (id, market_id, version, shown, at)
  select (select coalesce(max(id), 0) from market_version) + row_number() over (order by n.market_id), n.market_id,
    coalesce(l.version, 0) + 1, n.shown, clock_timestamp()
  from (
    select m.id as market_id, jsonb_build_object(
      'symbol', m.symbol, 'base', b.title, 'quote', q.title, 'base_places', b.decimals, 'quote_places', q.decimals,
      'min', round(m.min, 8)::text, 'step', round(m.step, 8)::text, 'price_step', round(m.price_step, 8)::text,
      'max_jump', round(m.max_jump, 8)::text, 'spot_fee', round(m.spot_fee, 8)::text,
      'mark_depth', round(m.mark_depth, 8)::text, 'enabled', m.enabled) as shown
    from market m
    join coin b on b.id = m.base_coin
    join coin q on q.id = m.quote_coin
    where m.id = any (market_ids)
  ) n
  left join lateral (
    select v.version, v.shown from market_version v where v.market_id = n.market_id order by v.version desc limit 1
  ) l on true
  where l.shown is distinct from n.shown;
end $$;

create function market_versioned() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform market_versions_note(array_agg(id)) from changed having count(*) > 0;
  return null;
end $$;
create trigger versioned_added after insert on market
  referencing new table as changed for each statement execute function market_versioned();
create trigger versioned_changed after update on market
  referencing new table as changed for each statement execute function market_versioned();

create function coin_versioned() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform market_versions_note(array_agg(m.id)) from market m where new.id in (m.base_coin, m.quote_coin)
    having count(*) > 0;
  return null;
end $$;
create trigger versioned after update of decimals, title on coin for each row
  when (new.decimals <> old.decimals or new.title <> old.title) execute function coin_versioned();

-- What there was before the log.
select market_versions_note(array_agg(id)) from market having count(*) > 0;
insert into option_settings_version (version, line_delay_ms, line_within_ms, next_within_ms, fresh_ms, at)
select row_number() over (order by p.at), p.*
from (
  select line_delay_ms, line_within_ms, next_within_ms, fresh_ms, min(placed_at) as at from option_order where rules = 2
  group by 1, 2, 3, 4
) p;

revoke execute on function log_begin, log_key_add, log_append, log_breaks, market_versions_note from public;
grant execute on function log_begin, log_key_add, log_append, log_breaks, log_grown, log_root to plimsoll_app;
grant select on log_head, log_batch, log_lineless, log_key, option_settings_version, market_version to plimsoll_app;
grant select, insert on log_secret to plimsoll_app;
