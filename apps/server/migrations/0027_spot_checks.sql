-- Orders and fills name a member, a market and an order that are there. A foreign key looks them up row by row, half of what writing
-- thirty orders costs; here each statement looks once. A key would also keep them there: nothing that others name is ever deleted.

create function spot_order_named() returns trigger
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if exists (select from fresh n left join member m on m.id = n.member_id left join market k on k.id = n.market_id where m.id is null or k.id is null) then
    raise foreign_key_violation using message = 'an order of nobody, or on no market';
  end if;
  return null;
end $$;

create function spot_fill_named() returns trigger
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if exists (select from fresh n left join spot_order o on o.id = n.order_id where o.id is null) then
    raise foreign_key_violation using message = 'a fill of no order';
  end if;
  return null;
end $$;

create function never_deleted() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise foreign_key_violation using message = format('rows of %I are named by others and never deleted', tg_table_name);
end $$;

alter table spot_order drop constraint spot_order_member_id_fkey, drop constraint spot_order_market_id_fkey;
alter table spot_fill drop constraint spot_fill_order_id_fkey;
create trigger named after insert on spot_order referencing new table as fresh for each statement execute function spot_order_named();
create trigger named after insert on spot_fill referencing new table as fresh for each statement execute function spot_fill_named();
create trigger never_deleted before delete on member for each row execute function never_deleted();
create trigger never_deleted before delete on market for each row execute function never_deleted();
create trigger never_deleted before delete on spot_order for each row execute function never_deleted();
-- Whom an order belongs to never changes.
create function spot_order_kept() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  raise foreign_key_violation using message = 'an order stays its member''s, on its market';
end $$;
create trigger kept before update of id, member_id, market_id on spot_order for each row execute function spot_order_kept();
create trigger kept before update of order_id on spot_fill for each row execute function spot_order_kept();
