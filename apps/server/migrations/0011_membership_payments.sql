-- Payment passwords that were wrong, and when passwords were changed (rules 7, rules 5: a new password makes withdrawals wait).

alter table member
  add password_changed_at timestamptz,
  add pay_password_changed_at timestamptz;

-- Kept here and not in a process's memory: a restart, or another process, is no fresh start for who guesses.
create table payment_guard (
  member_id bigint primary key references member,
  -- In a row; a right one takes them back to 0.
  wrong smallint not null check (wrong >= 0),
  -- No payment before this time, with the right password neither.
  stopped_until timestamptz
);

grant select, insert, update on payment_guard to plimsoll_app;
