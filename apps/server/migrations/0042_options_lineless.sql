-- outside a transaction
-- Options whose line is still to be drawn, and what a mark is named by.
drop index concurrently if exists option_order_lineless;
create index concurrently option_order_lineless on option_order (placed_at, id) where status = 1 and expires_at is null;
drop index concurrently if exists option_order_line;
create index concurrently option_order_line on option_order (market_id, line_seq) where line_seq is not null;
