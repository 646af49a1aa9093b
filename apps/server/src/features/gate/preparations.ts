import { ok, refuse, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db, type Tx } from '../../platform/db.ts';
import type { Given, SecondFactors } from '../security/index.ts';
import { WINDOW_MS } from './standing.ts';

/** What a way out depends on, as stored (RULES 8). */
export type PreparationKind = 'address' | 'card' | 'payment_password' | 'login_password' | 'factor' | 'email';

export interface Preparing {
  readonly memberId: string;
  /** Undefined for a call that only begins a change. */
  readonly kind: PreparationKind | undefined;
  readonly given: Given;
}
/** The same with the login password; clients of the bare wire give none. */
export interface PreparingByPassword extends Preparing {
  readonly password: string | null | undefined;
  readonly address: string;
  readonly sessionHash: string;
}

/** The result of a change; `isSame` when nothing changed, so that nothing waits. */
export type Outcome<T> = Result<T> & { readonly isSame?: true };

/** The gate before every change that a way out depends on (RULES 8, docs/GATE.md). */
export interface Preparations {
  /** How long ways out wait after a change: 24 hours in live mode, else 0. */
  readonly waitMs: number;
  /**
   * Makes a change after `prove` (the login password) and a second factor, if one is set. One transaction uses up the
   * factor and records the change; then nothing leaves for 24 hours in live mode. A refused change uses nothing up.
   */
  prepare<P, T>(
    wish: Preparing,
    prove: () => Promise<Result<P>>,
    change: (tx: Tx, proven: P) => Promise<Outcome<T>>,
  ): Promise<Result<T>>;
  /**
   * The same with what takes long, as a password's hash, or reads outside the transaction: `ready` runs behind both
   * proofs and before the transaction, so that no lock and no connection is held meanwhile.
   */
  prepareReady<P, R, T>(
    wish: Preparing,
    prove: () => Promise<Result<P>>,
    ready: (proven: P) => Promise<Result<R>>,
    change: (tx: Tx, ready: R) => Promise<Outcome<T>>,
  ): Promise<Result<T>>;
  /**
   * The same, with the login password where it is required: in live mode, and of members with a second factor. A given
   * one is always checked.
   */
  prepareByPassword<T>(wish: PreparingByPassword, change: (tx: Tx) => Promise<Outcome<T>>): Promise<Result<T>>;
  /** True when a change of this member's requires the login password. */
  needsPassword(memberId: string): Promise<boolean>;
  /** True when nothing leaves before the member's e-mail address is proven. */
  readonly asksEmail: boolean;
  /** Records a change that was proven before, in its transaction. */
  prepared(tx: Tx, memberId: string, kind: PreparationKind): Promise<void>;
}

interface PreparationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mode: 'demo' | 'live';
  readonly second: SecondFactors;
  /** Checks the login password: `bad_login`, `too_many_requests`. */
  readonly provePassword: (
    asker: { readonly memberId: string; readonly address: string; readonly sessionHash: string },
    password: string,
  ) => Promise<Result<unknown>>;
}

/** Rolls back a refused change, so that its proof is not used up. */
class Undone extends Error {
  readonly refused: Extract<Result<never>, { ok: false }>;
  constructor(refused: Extract<Result<never>, { ok: false }>) {
    super('a change was refused');
    this.refused = refused;
  }
}

const lock = sql<never>('gate.lockMember', 'select from member where id = $1 for no key update');
const note = sql<never>('gate.prepared', 'insert into preparation (member_id, kind, at) values ($1, $2, $3)');

/** Opens the gate before changes. */
export function createPreparations({ db, clock, mode, second, provePassword }: PreparationDeps): Preparations {
  const prepared: Preparations['prepared'] = async (tx, memberId, kind) =>
    void (await tx.run(note, [memberId, kind, new Date(clock.nowMs())]));
  const needsPassword: Preparations['needsPassword'] = async (memberId) =>
    mode === 'live' || (await second.wanted(db, memberId)).length > 0;

  const prepareReady: Preparations['prepareReady'] = async ({ memberId, kind, given }, prove, ready, change) => {
    const owner = await prove();
    if (!owner.ok) return owner;
    const asked = await second.ask(memberId, given, { purpose: 'change' });
    if (!asked.ok) return asked;
    const { value: proof } = asked;
    const made = await ready(owner.value);
    if (!made.ok) return made;
    try {
      return await db.transaction(async (tx) => {
        // Changes of one member are made one by one, and none during a way out.
        await tx.run(lock, [memberId]);
        // A factor may have been set since the request was checked.
        if (!proof && (await second.wanted(tx, memberId)).length > 0) return refuse('second_factor_required');
        if (proof && !(await second.take(tx, memberId, proof)))
          return refuse(proof.kind === 'passkey' ? 'bad_passkey' : 'bad_second_factor');
        const done = await change(tx, made.value);
        if (!done.ok) throw new Undone(done);
        if (kind !== undefined && !done.isSame) await prepared(tx, memberId, kind);
        return ok(done.value);
      });
    } catch (error) {
      if (error instanceof Undone) return error.refused;
      throw error;
    }
  };

  const prepare: Preparations['prepare'] = (wish, prove, change) =>
    prepareReady(wish, prove, async (proven) => ok(proven), change);

  return {
    waitMs: mode === 'live' ? WINDOW_MS : 0,
    prepare,
    prepareReady,
    prepared,
    needsPassword,
    asksEmail: mode === 'live',
    prepareByPassword: ({ password, address, sessionHash, ...wish }, change) =>
      prepare(
        wish,
        async () => {
          if (password !== undefined)
            return provePassword({ memberId: wish.memberId, address, sessionHash }, password ?? '');
          return (await needsPassword(wish.memberId)) ? refuse('password_needed') : ok(undefined);
        },
        (tx) => change(tx),
      ),
  };
}
