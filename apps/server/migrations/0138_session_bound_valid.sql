-- Every session of before has none; looked at apart, so that nobody waits for it.
alter table session validate constraint session_cookie_hash;
