-- outside a transaction

-- Filled orders of a member by the time of their last fill, for lists of fills.
drop index concurrently if exists spot_order_of_member_traded;
create index concurrently spot_order_of_member_traded on spot_order (member_id, traded_at desc) where fills > 0;
