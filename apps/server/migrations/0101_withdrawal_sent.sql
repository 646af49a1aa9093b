-- outside a transaction
-- What was sent within the last day, for the sums of rules 8.
create index concurrently if not exists withdrawal_sent on withdrawal (decided_at) where status = 2;
