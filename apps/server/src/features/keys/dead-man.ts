import type { Clock } from '../../platform/clock.ts';
import { sql, type Db } from '../../platform/db.ts';
import { DueWork } from '../../platform/due-work.ts';
import type { Log } from '../../platform/log.ts';
import type { Spot } from '../spot/index.ts';
import { cancelEverything } from './htx/dealing.ts';

const set = sql<never>(
  'keys.watch',
  `insert into key_watch (key_id, due_at) values ($1, $2) on conflict (key_id) do update set due_at = excluded.due_at`,
);
const drop = sql<never>('keys.unwatch', 'delete from key_watch where key_id = $1');
const next = sql<{ due_at: Date | null }>('keys.nextWatch', 'select min(due_at) as due_at from key_watch');
interface DueRow {
  key_id: string;
  member_id: string;
  markets: string[];
  due_at: Date;
}
const due = sql<DueRow>(
  'keys.dueWatches',
  `
  select w.key_id, k.member_id, k.markets::text[] as markets, w.due_at from key_watch w join api_key k on k.id = w.key_id
  where w.due_at <= $1 order by w.due_at limit 100`,
);
// One that was set again meanwhile stays.
const over = sql<never>('keys.watchOver', 'delete from key_watch where key_id = $1 and due_at <= $2');

/** Cancels the open orders of members whose programs fell silent. Late ones too; an ended key's switch still works. */
export class DeadMan {
  readonly work: DueWork;
  readonly #db: Db;

  constructor(deps: {
    readonly db: Db;
    readonly clock: Clock;
    readonly log: Pick<Log, 'error'>;
    readonly spot: Spot['service'];
  }) {
    const { db, clock, log } = deps;
    this.#db = db;
    this.work = new DueWork({
      name: 'silent programs',
      clock,
      log,
      nextDueMs: async () => (await db.run(next))[0]?.due_at?.getTime() ?? null,
      async doDue(nowMs) {
        const rows = await db.run(due, [new Date(nowMs)]);
        for (const { key_id, member_id, markets } of rows) {
          await cancelEverything({ memberId: member_id, markets }, deps);
          await db.run(over, [key_id, new Date(nowMs)]);
        }
        return rows.length;
      },
    });
  }

  /** Sets when a key's switch falls; null ends it. */
  async watch(keyId: string, dueMs: number | null): Promise<void> {
    if (dueMs === null) await this.#db.run(drop, [keyId]);
    else await this.#db.run(set, [keyId, new Date(dueMs)]);
    this.work.wake();
  }
}
