-- Private news: what changed of a member's is reported to their sockets, whichever process committed it.
--
-- The database notifies at the commit, on one channel, of whose things changed: `order 1001:52 1002:53`, each a member
-- and what the news names the thing by. Only those who have the member's sockets then read it. A notification holds at
-- most 8000 bytes, so a part has at most 190 of them. Triggers run once a statement.

-- Rows with a number of their own. Member 0 is everybody.
create function news_of_rows() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('plimsoll_news', tg_argv[0] || ' ' || string_agg(each.whose, ' '))
  from (
    select coalesce(member_id, 0) || ':' || id as whose, (row_number() over () - 1) / 190 as part from changed
  ) each
  group by each.part;
  return null;
end $$;

-- Members' balances, by account type and coin.
create function news_of_balances() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('plimsoll_news', 'balance ' || string_agg(each.whose, ' '))
  from (
    select member_id || ':' || type || '.' || coin_id as whose, (row_number() over () - 1) / 190 as part
    from changed where member_id is not null
  ) each
  group by each.part;
  return null;
end $$;

-- Notices for several members that one of them read.
create function news_of_readings() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('plimsoll_news', 'notice ' || string_agg(each.whose, ' '))
  from (
    select member_id || ':' || notice_id as whose, (row_number() over () - 1) / 190 as part from changed
  ) each
  group by each.part;
  return null;
end $$;

create trigger news_placed after insert on spot_order referencing new table as changed for each statement
  execute function news_of_rows('order');
create trigger news_changed after update on spot_order referencing new table as changed for each statement
  execute function news_of_rows('order');
create trigger news_placed after insert on option_order referencing new table as changed for each statement
  execute function news_of_rows('option');
create trigger news_changed after update on option_order referencing new table as changed for each statement
  execute function news_of_rows('option');
create trigger news_written after insert on notice referencing new table as changed for each statement
  execute function news_of_rows('notice');
create trigger news_changed after update on notice referencing new table as changed for each statement
  execute function news_of_rows('notice');
create trigger news_read after insert on notice_read referencing new table as changed for each statement
  execute function news_of_readings();
create trigger news_changed after update on ledger_account referencing new table as changed for each statement
  execute function news_of_balances();
