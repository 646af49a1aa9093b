-- outside a transaction

-- Open orders of a key, whose worth counts towards its cap.
drop index concurrently if exists spot_order_of_key;
create index concurrently spot_order_of_key on spot_order (key_id) where key_id is not null and status = 1;
-- Orders by the numbers that members' programs gave them.
drop index concurrently if exists spot_order_of_client;
create index concurrently spot_order_of_client on spot_order (member_id, client_id) where client_id is not null;
