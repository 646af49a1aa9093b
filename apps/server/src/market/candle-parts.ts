import { PERIODS, type Period } from '@plimsoll/contract';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { SERIES_LENGTH } from './candle-series.ts';
import { periodsBefore, periodStart } from './periods.ts';
import { dropCandlesBefore, makeCandleParts } from './store.ts';

interface CandlePartsOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Of each period, the start of the oldest bar that a chart shows. */
const oldestShown = (nowMs: number): ReadonlyMap<Period, number> =>
  new Map(PERIODS.map((period) => [period, periodsBefore(period, periodStart(period, nowMs), SERIES_LENGTH)]));

/** The parts of the table of candles: made ahead of time, dropped when no chart shows them. Never rejects. */
export class CandleParts {
  readonly #options: CandlePartsOptions;

  constructor(options: CandlePartsOptions) {
    this.#options = options;
  }

  /** Makes what is missing for the bars that charts show, and for those to come. */
  async make(): Promise<void> {
    const { db, clock, log } = this.#options;
    const nowMs = clock.nowMs();
    await makeCandleParts(db, oldestShown(nowMs), nowMs).catch((error: unknown) =>
      // Until the next time bars lie outside of parts, and are read there.
      log.error({ err: error }, 'making parts for candles failed, retrying'),
    );
  }

  async makeAndDrop(): Promise<void> {
    await this.make();
    const { db, clock, log } = this.#options;
    await dropCandlesBefore(db, oldestShown(clock.nowMs())).catch((error: unknown) =>
      log.error({ err: error }, 'candle pruning failed'),
    );
  }
}
