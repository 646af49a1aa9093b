-- When the login password was last given in a session, after the login itself: ways out ask for it again after twelve hours (rules 8).
alter table session add column proven_at timestamptz;
