import { REPAYMENT } from '@plimsoll/contract';
import type { z } from 'zod';
import { TOTAL_MAX } from '@plimsoll/contract/operator';
import type { listLoans } from '@plimsoll/contract/operator/loans';
import type { Query } from '../../platform/db.ts';
import { heldIds } from '../../platform/held-ids.ts';
import { readIds } from '../../platform/id-page.ts';
import { idInOrderNumber } from '../../platform/order-number.ts';
import { findByWord } from '../membership/index.ts';

type Asked = z.output<typeof listLoans.input>;

/** Ids and total (docs/wire/operator.md). */
export async function browseLoans(
  query: Query,
  asked: Asked,
): Promise<{ readonly ids: string[]; readonly total: number }> {
  const found = asked.q === undefined ? null : await findByWord(query, idInOrderNumber(asked.q));
  const stands =
    asked.status === 'overdue'
      ? { status: null, stands: `repayment_status = ${REPAYMENT.overdue}` }
      : { status: asked.status ?? null };
  return readIds(query, heldIds('loan', { memberId: asked.member_id ?? null, found, ...stands }), asked, TOTAL_MAX);
}
