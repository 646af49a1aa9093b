import type { Clock } from '../platform/clock.ts';
import { Plans } from '../platform/http/index.ts';

/** Plans of calls, signed by a secret of tests. */
export const testPlans = (clock: Clock): Plans => new Plans('of this test', clock);
