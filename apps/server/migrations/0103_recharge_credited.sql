-- outside a transaction
-- What was credited within the last day, for the sums of rules 8.
create index concurrently if not exists recharge_credited on recharge (decided_at) where status = 2;
