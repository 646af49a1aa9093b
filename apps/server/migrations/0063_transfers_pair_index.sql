-- outside a transaction

-- Whether a member was sent something by another.
drop index concurrently if exists member_transfer_pair;
create index concurrently member_transfer_pair on member_transfer (member_id, to_member_id) where status = 2;
