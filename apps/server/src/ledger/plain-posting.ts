import { ok } from '@plimsoll/contract';
import type { Journal } from './journal.ts';
import { defineCommand } from './ledger-command.ts';

/** Posts journals, all or none, without rows of a slice: the first funding of house accounts. */
export const plainPosting = defineCommand<readonly Journal[], null, null>({
  name: 'ledger.plain',
  plan: async (_tx, inputs) => inputs.map((journals) => ok({ journals, planned: null })),
  record: (_tx, done) => ({ outcomes: done.map(() => null), sent: Promise.resolve() }),
});
