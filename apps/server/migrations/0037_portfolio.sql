-- Portfolio (RULES 9, docs/PORTFOLIO.md): what a member's lines came to, so that a curve need not read all of them.

-- A member's sums at the end of an hour: of every journal with a time before it. Computed from the ledger alone and
-- never changed; the table may be emptied, and is filled again when members look.
create table portfolio_checkpoint (
  member_id bigint not null references member,
  -- The end of the hour: journals before it are in the sums.
  at timestamptz not null,
  -- The last journal in the sums.
  last_journal bigint not null check (last_journal > 0),
  -- Up to it every journal of the member's is in the sums: later ones are read from the ledger.
  whole_to bigint not null check (whole_to <= last_journal),
  -- Amounts as decimals: `accounts` (type and coin), `coins` (quantity, cost, realised, early), and in USDT `moneyIn`,
  -- `moneyOut`, `options`, `fees`, `interest`.
  sums jsonb not null,
  primary key (member_id, at)
);
create trigger kept before update on portfolio_checkpoint for each row execute function ledger_kept();
grant select, insert on portfolio_checkpoint to plimsoll_app;
