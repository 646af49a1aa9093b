-- outside a transaction

-- Snapshots to pack, few at any time.
drop index concurrently if exists spot_book_unpacked;
create index concurrently spot_book_unpacked on spot_book (market_id, seq) where packed is null and not is_newest;
