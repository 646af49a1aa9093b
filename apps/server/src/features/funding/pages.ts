import { TOTAL_MAX } from '@plimsoll/contract/operator';
import type { Query } from '../../platform/db.ts';
import { heldIds } from '../../platform/held-ids.ts';
import { readIds } from '../../platform/id-page.ts';
import { findByWord } from '../membership/index.ts';

/** Query of a review list (docs/wire/operator.md). */
interface ListAsked {
  readonly page: number;
  readonly limit: number;
  readonly status?: '1' | '2' | '3' | undefined;
  readonly member_id?: string | undefined;
  /** A record, or its member. */
  readonly q?: string | undefined;
  readonly sort?: 'id' | '-id' | undefined;
  readonly before?: string | undefined;
}

/** Ids of a review queue, with the total. */
export async function reviewPage(
  query: Query,
  table: 'recharge' | 'withdrawal',
  asked: ListAsked,
): Promise<{ readonly ids: string[]; readonly total: number }> {
  const found = asked.q === undefined ? null : await findByWord(query, asked.q);
  return readIds(
    query,
    heldIds(table, { status: asked.status ?? null, memberId: asked.member_id ?? null, found }),
    asked,
    TOTAL_MAX,
  );
}
