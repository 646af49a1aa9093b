-- outside a transaction
-- An e-mail address is one member's: those who registered by phone may add one.
drop index concurrently if exists member_email;
create unique index concurrently member_email on member (email) where email is not null;
