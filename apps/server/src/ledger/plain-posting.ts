import { ok } from '@plimsoll/contract';
import type { Journal } from './journal.ts';
import { defineCommand } from './ledger-command.ts';

/**
 * Posts the given journals, all or none, and writes no rows besides: what has no slice of its own, such as the house's
 * first funding.
 */
export const plainPosting = defineCommand<readonly Journal[], null, null>({
  name: 'ledger.plain',
  plan: async (_tx, inputs) => inputs.map((journals) => ok({ journals, planned: null })),
  record: (_tx, done) => ({ outcomes: done.map(() => null), sent: Promise.resolve() }),
});
