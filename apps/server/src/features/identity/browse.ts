import type { z } from 'zod';
import { TOTAL_MAX } from '@plimsoll/contract/operator';
import type { listIdentities } from '@plimsoll/contract/operator/identity';
import type { Query } from '../../platform/db.ts';
import { heldIds } from '../../platform/held-ids.ts';
import { readIds } from '../../platform/id-page.ts';
import { findByWord } from '../membership/index.ts';

/** The ids of a page of applications, and their total (docs/wire/operator.md). */
export async function browseIdentities(
  query: Query,
  asked: z.output<typeof listIdentities.input>,
): Promise<{ readonly ids: string[]; readonly total: number }> {
  const found = asked.q === undefined ? null : await findByWord(query, asked.q);
  return readIds(
    query,
    heldIds('identity_application', { status: asked.status ?? null, memberId: asked.member_id ?? null, found }),
    asked,
    TOTAL_MAX,
  );
}
