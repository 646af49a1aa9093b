import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** How much of a stop's time something may take. */
type Share =
  /** All that is left. */
  | 'all'
  /** Half of it at most: another process or the next start does what it left. */
  | 'half';

/** Says what it is, or what of it has not ended. */
type What = string | (() => string);

interface End {
  readonly what: What;
  readonly end: () => Promise<void> | void;
  readonly share: Share;
}

interface Budget {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** When what is under way at the database is given up, so that whoever waits for it goes on. */
  readonly leaveAtMs: number;
  readonly leave: () => void;
  /** When nothing is waited for any more. */
  readonly overAtMs: number;
}

/** How what was opened is closed: the last first, in a time that is given for all of it. */
export class Ends {
  readonly #ends: End[] = [];

  push(what: What, end: End['end'], share: Share = 'all'): void {
    this.#ends.push({ what, end, share });
  }

  /**
   * Ends everything, once. What does not end in its time is logged and left to itself; what fails holds up nothing behind
   * it.
   * @throws the first failure, once all has ended, unless it came of giving up
   */
  async close({ clock, log, leaveAtMs, leave, overAtMs }: Budget): Promise<void> {
    const failures: unknown[] = [];
    let hasLeft = false;
    const leaving = clock.after(Math.max(0, leaveAtMs - clock.nowMs()), () => {
      hasLeft = true;
      leave();
    });
    for (const { what, end, share } of this.#ends.splice(0).reverse()) {
      const untilMs = share === 'half' ? halfway(clock.nowMs(), leaveAtMs) : overAtMs;
      const ended = Promise.resolve()
        .then(end)
        .catch((error: unknown) => {
          if (hasLeft) log.error({ err: error, what: nameOf(what) }, 'could not end in order');
          else failures.push(error);
        });
      if (!(await isWithin(clock, ended, untilMs)))
        log.error(
          { what: nameOf(what) },
          'did not end in its time and is left to itself: what is committed stands, the rest is undone',
        );
    }
    leaving.cancel();
    if (failures.length > 0) throw failures[0];
  }
}

const nameOf = (what: What): string => (typeof what === 'string' ? what : what());
const halfway = (nowMs: number, endMs: number): number => nowMs + Math.max(0, endMs - nowMs) / 2;

async function isWithin(clock: Clock, ended: Promise<void>, untilMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const late = clock.after(Math.max(0, untilMs - clock.nowMs()), () => resolve(false));
  void ended.then(() => resolve(true));
  const isEnded = await promise;
  late.cancel();
  return isEnded;
}
