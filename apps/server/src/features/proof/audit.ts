import type { SliceAudit } from '../../ledger/index.ts';

/** The public log against itself: its head is where its batches lead, computed again from every entry. */
export const proofAudits: readonly SliceAudit[] = [
  {
    name: 'the public log is one chain of batches, each with the root of its entries, and its head is their end',
    key: 'proof-log',
    wrong: 'select broken as row from log_breaks()',
    figures: `select coalesce((select size || ' entries, root ' || encode(root, 'hex') from log_head), 'no log yet') as row`,
    after: { wrong: 'select broken as row from log_breaks_after({log}, audit_frontier({ends}))' },
  },
  {
    name: 'each option of the log that waits for a line has none',
    key: 'proof-lineless',
    wrong: `select 'option ' || w.option_id as row from log_lineless w left join option_order o on o.id = w.option_id where o.id is null`,
    figures: `select count(*) || ' wait' as row from log_lineless`,
  },
];
