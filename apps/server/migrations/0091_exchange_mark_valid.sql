-- outside a transaction
-- What 0090 asks holds for every leg; and what names a mark is found by it.
alter table flash_exchange_leg validate constraint mark_named_whole;
alter table flash_exchange_leg validate constraint mark_on_tape;
drop index concurrently if exists flash_exchange_leg_mark;
create index concurrently flash_exchange_leg_mark on flash_exchange_leg (market_id, mark_seq) where mark_seq is not null;
