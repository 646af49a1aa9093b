-- outside a transaction

-- Anybody may ask for the book that a fill of the public log names.
drop index concurrently if exists spot_book_by_hash;
create index concurrently spot_book_by_hash on spot_book using hash (hash);
