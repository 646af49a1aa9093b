import { ok } from '@plimsoll/contract';
import { createPreparations, type Preparations } from '../features/gate/index.ts';
import { createSecurity, type Security } from '../features/security/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';

/** Where passkeys are at home in tests. */
export const TEST_ORIGIN = 'http://localhost:3000';

/** The slice of second factors; its errors fail the test. */
export const testSecurity = (db: Db, clock: Clock): Security =>
  createSecurity({
    db,
    clock,
    secret: 'a secret of this test',
    home: () => ({ origin: TEST_ORIGIN, name: 'Plimsoll' }),
    log: {
      error: (details, message) => {
        throw new Error(message, { cause: details });
      },
    },
  });

/** The gate of a demo without membership: any login password is right. */
export const testPreparations = (db: Db, clock: Clock): Preparations =>
  createPreparations({
    db,
    clock,
    mode: 'demo',
    second: testSecurity(db, clock).second,
    provePassword: async () => ok(undefined),
  });
