-- outside a transaction

-- Only options of rules 1 have an entry: the others need not be in its index, which each change of a row would rewrite.
drop index concurrently if exists option_order_entry;
create index concurrently option_order_entry on option_order (market_id, entry_seq, expires_at)
  where entry_seq is not null;
