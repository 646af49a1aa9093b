-- Owners change the catalogue (wire, "Operator API"). What a market's prices are of may be put right until it is first enabled, while nobody
-- has heard or traded it; from then on its tape, its orders and its candles are named by it.
alter table market add ever_enabled boolean not null default true;

create function market_noted() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.ever_enabled := new.enabled or (tg_op = 'UPDATE' and old.ever_enabled);
  return new;
end $$;
create trigger market_noted before insert or update on market for each row execute function market_noted();

-- The server's role may write none of the three by itself. Answers whether it was done.
create function market_reshape(market_id bigint, new_symbol text, new_base bigint, new_quote bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update market m set symbol = new_symbol, base_coin = new_base, quote_coin = new_quote
  where m.id = market_reshape.market_id and not m.ever_enabled;
  return found;
end $$;
revoke execute on function market_reshape from public;
grant execute on function market_reshape to plimsoll_app;
