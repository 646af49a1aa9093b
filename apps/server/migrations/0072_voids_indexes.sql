-- outside a transaction
-- Voids, newest first and by market; what was settled in a stretch of time, for reports and figures.
drop index concurrently if exists option_order_void;
create index concurrently option_order_void on option_order (id) where outcome = 'void';
drop index concurrently if exists option_order_void_of_market;
create index concurrently option_order_void_of_market on option_order (market_id, (coalesce(expires_at, placed_at))) where outcome = 'void';
drop index concurrently if exists option_order_settled_at;
create index concurrently option_order_settled_at on option_order (settled_at) where status = 2;
