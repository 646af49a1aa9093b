-- outside a transaction

-- The thinning of ticks looks books up by their tick. Led by the tick, since an index led by the market would be taken
-- for a book's own key while the table is new, and read every book of the market.
drop index concurrently if exists spot_book_by_tick;
create index concurrently spot_book_by_tick on spot_book (tick_seq, market_id);
drop index concurrently if exists spot_book_tick;
