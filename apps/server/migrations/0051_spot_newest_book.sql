-- outside a transaction
-- One newest snapshot a market: two processes cannot both keep the next one.
create unique index concurrently if not exists spot_book_newest on spot_book (market_id) where is_newest;
