import type { Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import type { Caller, UseCaseDeps } from './use-case-deps.ts';
import { factorsOf, type Factors } from './factor-store.ts';
import type { Given } from './factor-proof.ts';

/** Undefined where only a secret or a challenge is made. */
type Changes = 'factor' | undefined;

/** Runs a change of factors behind the gate (docs/MEMBER-SECURITY.md). `change` receives the factors before it. */
export const proven = <T>(
  fields: Given & { readonly password: string },
  caller: Caller,
  deps: UseCaseDeps,
  kind: Changes,
  change: (tx: Tx, before: Factors) => Promise<Result<T>>,
): Promise<Result<T>> =>
  deps.prepare(
    { memberId: caller.memberId, kind, given: fields },
    () => deps.provePassword(caller, fields.password),
    async (tx) => change(tx, await factorsOf(tx, caller.memberId, deps.clock.nowMs())),
  );
