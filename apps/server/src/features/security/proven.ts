import type { Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import type { Asker, Desk } from './desk.ts';
import { factorsOf, type Factors } from './factor-store.ts';
import type { Given } from './second-factors.ts';

/** What is changed by it: nothing yet where only a secret or a challenge is made. */
type Changes = 'factor' | undefined;

/**
 * Does a change of factors behind the gate: the login password proves it, and a second factor once one is set
 * (docs/MEMBER-SECURITY.md). `change` is told what was set before it.
 */
export const proven = <T>(
  fields: Given & { readonly password: string },
  asker: Asker,
  desk: Desk,
  kind: Changes,
  change: (tx: Tx, before: Factors) => Promise<Result<T>>,
): Promise<Result<T>> =>
  desk.prepare(
    { memberId: asker.memberId, kind, given: fields },
    () => desk.provePassword(asker, fields.password),
    async (tx) => change(tx, await factorsOf(tx, asker.memberId, desk.clock.nowMs())),
  );
