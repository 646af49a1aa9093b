import { refuse, type Result } from '@plimsoll/contract';
import type { Tx } from '../../platform/db.ts';
import type { Asker, Desk } from './desk.ts';
import { factorsOf, isAnySet, lockMember, type Factors } from './factor-store.ts';
import type { Given } from './second-factors.ts';

/** Undoes the transaction of a change that was refused, so that its proof is not used up. */
class Undone extends Error {
  readonly refused: Extract<Result<never>, { ok: false }>;
  constructor(refused: Extract<Result<never>, { ok: false }>) {
    super('a change was refused');
    this.refused = refused;
  }
}

/**
 * Does a change that the login password proves, and a second factor once one is set (docs/MEMBER-SECURITY.md). Changes of one member go one
 * after the other; `change` is told what was set before it, and one that it refuses uses nothing up.
 */
export async function proven<T>(
  fields: Given & { readonly password: string }, asker: Asker, desk: Desk, change: (tx: Tx, before: Factors) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { memberId } = asker;
  const owner = await desk.provePassword(asker, fields.password);
  if (!owner.ok) return owner;
  const asked = await desk.second.ask(memberId, fields, 'change');
  if (!asked.ok) return asked;
  const { value: proof } = asked;
  try {
    return await desk.db.transaction(async (tx) => {
      await lockMember(tx, memberId);
      const before = await factorsOf(tx, memberId, desk.clock.nowMs());
      // One may have been set since it was asked for.
      if (!proof && isAnySet(before)) return refuse('second_factor_required');
      if (proof && !(await desk.second.take(tx, memberId, proof))) return refuse(proof.kind === 'passkey' ? 'bad_passkey' : 'bad_second_factor');
      const done = await change(tx, before);
      if (!done.ok) throw new Undone(done);
      return done;
    });
  } catch (error) {
    if (error instanceof Undone) return error.refused;
    throw error;
  }
}
