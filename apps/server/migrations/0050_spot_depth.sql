-- Depth has a memory (rules 3): what members took from a side of a market is taken off every later snapshot of it, and comes back by half
-- in `recovery_ms`. Each kept snapshot says what it began with, and the one kept before it, so that all of it can be computed again.

alter table spot_book
  -- Null for a snapshot that was kept before depth had a memory.
  add column recovery_ms int,
  -- The snapshot kept before it; null for the first of a market.
  add column after_seq bigint,
  -- Orders are filled from the newest kept snapshot of a market alone, whichever process kept it.
  add column is_newest boolean not null default false,
  -- What was taken from the side, in base, when something was taken last, and of which snapshot's time that was. Null: nothing ever was.
  add column bids_taken numeric not null default 0,
  add column bids_taken_at timestamptz,
  add column asks_taken numeric not null default 0,
  add column asks_taken_at timestamptz,
  -- How much of that had not come back at this snapshot, and was taken off it, best levels first.
  add column bids_off numeric not null default 0,
  add column asks_off numeric not null default 0;

grant update (is_newest) on spot_book to plimsoll_app;
