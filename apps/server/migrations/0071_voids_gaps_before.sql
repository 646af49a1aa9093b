-- Gaps from before 0070; those since are there.
insert into mark_gap (market_id, from_at, to_at, why)
select market_id, before_at, time, mark_gap_why(market_id, before_at, time)
from (select market_id, time, lag(time) over (partition by market_id order by seq) as before_at from mark where not held) k
where time > before_at + mark_gap_least()
on conflict do nothing;
