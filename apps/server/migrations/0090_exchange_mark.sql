-- The mark bounds an exchange (rules 5): each leg names the mark on the tape that nothing was better than, less the spread, so that its member can
-- look it up. It stays for ever, since a leg names it.

alter table flash_exchange_leg
  -- Both null for a leg of before, which the middle of its book bounded.
  add column mark_seq bigint,
  add column mark numeric;
alter table flash_exchange_leg add constraint mark_named_whole check (num_nonnulls(mark_seq, mark) <> 1) not valid;
alter table flash_exchange_leg add constraint mark_on_tape foreign key (market_id, mark_seq, mark) references mark (market_id, seq, price) not valid;
