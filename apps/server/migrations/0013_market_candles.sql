-- Candles (RULES 2.9) and what a feed needs to continue after a restart.

-- Bars in which something was traded; empty ones are not kept. Floating point, as charts and HTX's protocol have it: no
-- money is computed from a candle.
create table candle (
  market_id bigint not null references market,
  period text not null check (period in ('1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon')),
  -- Seconds since 1970.
  start_s bigint not null,
  open double precision not null,
  close double precision not null,
  low double precision not null check (low > 0),
  high double precision not null check (high >= low and high < 'Infinity'),
  -- In base.
  volume double precision not null check (volume >= 0 and volume < 'Infinity'),
  -- In quote.
  turnover double precision not null check (turnover >= 0 and turnover < 'Infinity'),
  -- Trades.
  count int not null check (count > 0),
  primary key (market_id, period, start_s)
) with (fillfactor = 80);

-- How far a market's candles reach.
create table candle_progress (
  market_id bigint primary key references market,
  -- The last tick they contain; 0 for history only.
  seq bigint not null,
  -- They are complete up to this moment.
  complete_to timestamptz not null
) with (fillfactor = 50);

-- The one row that says which feed the ticks and candles come from, and what it needs to continue.
create table feed_state (
  one boolean primary key default true check (one),
  -- The seed of the simulated world when the configuration names none.
  seed text not null,
  world text,
  run text,
  -- Of a replay: where in the file it was at which moment.
  file_time timestamptz,
  wall_time timestamptz,
  -- Seconds of the file in one second.
  speed double precision check (speed > 0 and speed < 'Infinity')
);

grant select, insert, update, delete on candle, candle_progress to plimsoll_app;
grant select, insert, update on feed_state to plimsoll_app;
