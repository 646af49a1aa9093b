-- Backups that were taken, so that a running server can say how old the last one is. The backup writes its line itself, as the role that
-- owns the database.

create table backup_taken (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- How far the journal went that it holds.
  journals bigint not null check (journals >= 0)
);

grant select on backup_taken to plimsoll_app;
