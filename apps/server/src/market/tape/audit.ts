/**
 * A check of `npm run audit` (docs/TAPE.md gives the costs): `wrong` selects each error, `figures` one line, both as
 * `row`.
 */
export interface TapeAudit {
  readonly name: string;
  readonly key: string;
  readonly wrong: string;
  readonly figures: string;
  readonly after?: { readonly wrong: string } | null;
}

/** Each tape's whole chain, its head, and whether thinning kept what orders name. */
export const tapeAudits: readonly TapeAudit[] = [
  {
    name: 'each tick carries its hash and names the one before it',
    key: 'tape-chain',
    wrong: `select broken as row from tape_breaks()`,
    figures: `select (select count(*) from tape_head where seq > 0) || ' tapes, ' || count(*) || ' ticks' as row from tick`,
    // As `tape_breaks`, which looks at all of them; thinning may have passed the seal meanwhile.
    after: {
      wrong: `select s.symbol || ' ' || s.seq || ': does not carry its hash, does not name the tick before it, or is earlier' as row
        from (
          select h.symbol, t.*, case when t.seq <= coalesce(d.seq, 0) then t.previous when t.seq_before >= coalesce(d.seq, 0) then t.hash_before
            else coalesce(d.hash, decode(repeat('00', 32), 'hex')) end as expected
          from tape_head h
          left join tape_thinned d on d.market_id = h.market_id
          cross join lateral (select coalesce(({ends} -> 'ticks' ->> h.market_id::text)::bigint, 0) as seq) z
          cross join lateral (
            select k.*, lag(k.seq) over w as seq_before, lag(k.hash) over w as hash_before, lag(k.receive_time) over w as time_before
            from tick k where k.market_id = h.market_id and k.seq >= z.seq window w as (order by k.seq)
          ) t
          where t.seq > z.seq
        ) s
        where s.hash <> tape_hash(s.previous, s.symbol, s.seq, s.source, s.source_time, s.receive_time, s.price, s.size)
          or s.previous <> s.expected or s.receive_time < s.time_before`,
    },
  },
  {
    name: 'each tape ends at its head',
    key: 'tape-heads',
    wrong: `select m.symbol || ': the head is ' || coalesce(h.seq::text, 'missing') || ', the last tick ' || coalesce(t.seq::text, 'missing') as row
      from market m
      left join tape_head h on h.market_id = m.id
      left join lateral (select seq, hash, receive_time from tick where market_id = m.id order by seq desc limit 1) t on true
      where coalesce(h.seq, 0) <> coalesce(t.seq, 0) or h.hash <> t.hash or h.receive_time <> t.receive_time`,
    figures: `select coalesce(string_agg(symbol || ' ' || seq || ' ' || left(encode(hash, 'hex'), 12), ', ' order by market_id), 'no tape yet') as row from tape_head`,
  },
  {
    // A gap may follow a kept tick where no option was open and no snapshot names it.
    name: 'thinning left whole what options and snapshots name',
    key: 'tape-thinned',
    wrong: `select h.symbol || ': the tick after ' || r.seq || ' is missing' as row
      from (
        select market_id, seq, is_gap, at, max(expires_at) over (partition by market_id order by seq, is_gap) as staked_to
        from (
          select o.market_id, o.entry_seq as seq, false as is_gap, o.expires_at, null::timestamptz as at
          from option_order o join tape_thinned d on d.market_id = o.market_id and o.entry_seq <= d.seq
          union all
          select g.market_id, g.seq_before, true, null, g.time_before
          from (
            select t.market_id, t.previous, lag(t.seq) over w as seq_before, lag(t.hash) over w as hash_before, lag(t.receive_time) over w as time_before
            from tape_thinned d
            join tick t on t.market_id = d.market_id
              and t.seq <= (select b.seq from tick b where b.market_id = d.market_id and b.seq > d.seq order by b.seq limit 1)
            window w as (partition by t.market_id order by t.seq)
          ) g where g.previous <> g.hash_before
        ) each
      ) r
      join tape_head h on h.market_id = r.market_id
      where r.is_gap and (r.staked_to >= r.at or exists (select from spot_book k where k.market_id = r.market_id and k.tick_seq = r.seq))`,
    figures: `select count(*) filter (where seq > 0) || ' tapes thinned so far' as row from tape_thinned`,
    // Thinning removes what seals cover: whether it kept what it had to is for a run that reads everything.
    after: null,
  },
];
