import { connected, type Client } from '../../apps/server/src/platform/connection.ts';
import { findRunning } from '../../apps/server/src/platform/postgres/index.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { until } from './ground/until.ts';
import { awayWords } from './server-killed.ts';

const ANSWERS_BETWEEN = 60;
/** Books of one transaction that are packed when the blow falls. */
const PACKED_THEN = 2;
/** The packing waits for this lock of the fault's own. */
const LOCK = 51;

interface Kept {
  /** Market and number. */
  readonly name: string;
  readonly waits: boolean;
  /** What it says, packed or open. */
  readonly says: string;
}

const KEPT = `select b.market_id || ' ' || b.seq as name, b.packed is null as waits,
    concat_ws(' ', k.tick_seq, k.source_time, k.receive_time, k.bids, k.asks, k.recovery_ms, trim_scale(k.bids_taken), k.bids_taken_at,
      trim_scale(k.asks_taken), k.asks_taken_at, trim_scale(k.bids_off), trim_scale(k.asks_off), k.after_seq,
      encode(k.previous, 'hex'), encode(k.hash, 'hex')) as says
  from spot_book b cross join lateral spot_book_open(b) k where not b.is_newest order by b.market_id, b.seq`;
const HOLDS = [
  `create function stands_still() returns trigger language plpgsql as $$ begin
    if (select count(*) from spot_book where xmin = pg_current_xact_id()::xid and packed is not null) >= ${PACKED_THEN} then
      perform pg_advisory_xact_lock(${LOCK});
    end if;
    return new; end $$`,
  `create trigger stands_still before update on spot_book for each row
    when (old.packed is null and new.packed is not null) execute function stands_still()`,
];
/** The audit knows no such function. */
const HOLDS_NO_MORE = ['drop trigger if exists stands_still on spot_book', 'drop function if exists stands_still'];
const WAITS = `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;

async function onDatabase<T>({ target }: Ground, work: (owner: Client) => Promise<T>): Promise<T> {
  const running = await findRunning(target.options.dataDir);
  if (!running) throw new Error('no database answers');
  return connected(running.url, work);
}

/** Kills it while a transaction has packed some books and not yet others. @returns what they held, and the time away. */
async function killWhilePacking(
  ground: Ground,
  blow: 'server' | 'database',
): Promise<readonly [readonly Kept[], number]> {
  return onDatabase(ground, async (owner) => {
    await owner.query('select pg_advisory_lock($1)', [LOCK]);
    for (const statement of HOLDS) await owner.query(statement);
    await until('packing stands in the middle', async () => (await owner.query(WAITS)).rowCount === 1);
    const { rows } = await owner.query<Kept>(KEPT);
    return [rows, await ground.target.strike(blow)];
  });
}

export const packingKilled: Fault = {
  name: 'packing-killed',
  does: 'kills the server and its database, or the database alone (SIGKILL), in the middle of packing kept books while members trade',
  times: { full: 20, short: 2 },
  needs: {},
  mayFail: true,
  async strike(ground, { times }) {
    const away: number[] = [];
    let waited = 0;
    let looked = 0;
    for (let number = 0; number < times; number += 1) {
      await ground.untilAnswered(ANSWERS_BETWEEN);
      const [before, awayMs] = await killWhilePacking(ground, number % 2 === 0 ? 'server' : 'database');
      away.push(awayMs);
      const waiting = before.filter(({ waits }) => waits).length;
      waited += waiting;
      if (waiting <= PACKED_THEN) ground.doubt(`only ${waiting} books waited: the blow hit nothing`);
      await onDatabase(ground, async (owner) => {
        for (const statement of HOLDS_NO_MORE) await owner.query(statement);
        const now = async () => new Map((await owner.query<Kept>(KEPT)).rows.map((kept) => [kept.name, kept]));
        await until('what waited is packed', async () => {
          const there = await now();
          return before.every(({ name }) => there.get(name)?.waits !== true);
        });
        const there = await now();
        for (const { name, says } of before)
          if (there.get(name)?.says !== says) ground.doubt(`the book ${name} says something else, or is gone: ${says}`);
      });
      looked = before.length;
    }
    return [
      `${times} kills, ${waited} books half packed by then; ${looked} kept books held the same afterwards`,
      awayWords(away),
    ];
  },
};
