-- Liabilities (PROOF 5): the epochs whose Merkle sum trees were published. The trees themselves are files.

-- One published tree over all balances.
create table liability_epoch (
  epoch bigint primary key check (epoch > 0),
  -- When it was published.
  at timestamptz not null,
  -- The last link of the ledger's chain that the balances include; 0 before the first.
  batch bigint not null check (batch >= 0),
  root bytea not null check (length(root) = 32),
  -- Titles, in the order of every list of amounts.
  coins text[] not null,
  -- Of members and house accounts together: what is outside, with the other sign.
  totals numeric[] not null check (cardinality(totals) = cardinality(coins)),
  -- A power of two.
  leaves bigint not null check (leaves > 0),
  -- House accounts as the entry names them: name and amounts.
  house jsonb not null,
  -- The line of the public log.
  entry text not null check (octet_length(entry) <= 16384),
  members bigint not null check (members >= 0),
  -- How long the tree took, in seconds.
  took numeric not null check (took >= 0)
);
create trigger kept before update or delete on liability_epoch for each row execute function ledger_kept();
grant select, insert on liability_epoch to plimsoll_app;
