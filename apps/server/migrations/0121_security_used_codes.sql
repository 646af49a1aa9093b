-- Recovery codes that were used, for a while: the same code sent several times at once is no guess (rules 7).
create table recovery_code_used (
  member_id bigint not null references member,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  at timestamptz not null,
  primary key (member_id, hash)
);
create index recovery_code_used_at on recovery_code_used (at);

grant select, insert, update, delete on recovery_code_used to plimsoll_app;
