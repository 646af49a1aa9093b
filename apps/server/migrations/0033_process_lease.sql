-- What only one process at a time may do, and which one does it (docs/PROCESSES.md). Time is the database's: processes' clocks may differ.
create table process_lease (
  name text primary key,
  -- Drawn by the process when it starts.
  holder text not null,
  -- Rises whenever another process takes it.
  term bigint not null default 1 check (term > 0),
  until timestamptz not null
) with (fillfactor = 50);

grant select, insert, update (holder, term, until) on process_lease to plimsoll_app;
