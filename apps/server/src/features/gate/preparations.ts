import { ok, refuse, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db, type Tx } from '../../platform/db.ts';
import type { Given, SecondFactors } from '../security/index.ts';
import { WINDOW_MS } from './standing.ts';

/** What a way out hangs on, as it is kept (RULES 8). */
export type PreparationKind = 'address' | 'card' | 'payment_password' | 'login_password' | 'factor' | 'email';

/** Who would change something, and what they gave besides the password. */
export interface Preparing {
  readonly memberId: string;
  /** Undefined for what only begins a change, and changes nothing by itself. */
  readonly kind: PreparationKind | undefined;
  readonly given: Given;
}
/** The same with the login password; a client of the bare wire gives none. */
export interface PreparingByPassword extends Preparing {
  readonly password: string | null | undefined;
  /** Where the request came from, and in which session: wrong passwords count for that one. */
  readonly address: string;
  readonly sessionHash: string;
}

/** What a change came to; `isSame` where everything is as it was, so that nobody waits for it. */
export type Outcome<T> = Result<T> & { readonly isSame?: true };

/** The one gate before every change that a way out hangs on (RULES 8, docs/GATE.md). */
export interface Preparations {
  /** How long everything waits after a change: 24 hours in live mode, else not at all. */
  readonly waitMs: number;
  /**
   * Does `change` for who proves to be the member (`prove`, by the login password) and gives a second factor once one
   * is set. The factor is used up in the transaction of the change, which is noted there: from then on nothing leaves
   * for 24 hours in live mode. A change that is refused uses nothing up.
   */
  prepare<P, T>(
    wish: Preparing,
    prove: () => Promise<Result<P>>,
    change: (tx: Tx, proven: P) => Promise<Outcome<T>>,
  ): Promise<Result<T>>;
  /**
   * The same, with the login password where it is needed: in live mode, and of who has set a second factor. Where it is
   * not, a client that knows the bare wire alone gives none; one that is given is checked all the same.
   */
  prepareByPassword<T>(wish: PreparingByPassword, change: (tx: Tx) => Promise<Outcome<T>>): Promise<Result<T>>;
  /** True when a change of this member's takes the login password. */
  needsPassword(memberId: string): Promise<boolean>;
  /** True where nothing leaves before the member's e-mail address is proven. */
  readonly asksEmail: boolean;
  /** Notes a change that was proven before, in its transaction. */
  prepared(tx: Tx, memberId: string, kind: PreparationKind): Promise<void>;
}

interface PreparationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mode: 'demo' | 'live';
  readonly second: SecondFactors;
  /** Asks a member for the login password once more: `bad_login`, `too_many_requests`. */
  readonly provePassword: (
    asker: { readonly memberId: string; readonly address: string; readonly sessionHash: string },
    password: string,
  ) => Promise<Result<unknown>>;
}

/** Undoes the transaction of a change that was refused, so that its proof is not used up. */
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

  const prepare: Preparations['prepare'] = async ({ memberId, kind, given }, prove, change) => {
    const owner = await prove();
    if (!owner.ok) return owner;
    const asked = await second.ask(memberId, given, { purpose: 'change' });
    if (!asked.ok) return asked;
    const { value: proof } = asked;
    try {
      return await db.transaction(async (tx) => {
        // Changes of one member go one after the other, and none between a way out's look and its end.
        await tx.run(lock, [memberId]);
        // One may have been set since it was asked for.
        if (!proof && (await second.wanted(tx, memberId)).length > 0) return refuse('second_factor_required');
        if (proof && !(await second.take(tx, memberId, proof)))
          return refuse(proof.kind === 'passkey' ? 'bad_passkey' : 'bad_second_factor');
        const done = await change(tx, owner.value);
        if (!done.ok) throw new Undone(done);
        if (kind !== undefined && !done.isSame) await prepared(tx, memberId, kind);
        return ok(done.value);
      });
    } catch (error) {
      if (error instanceof Undone) return error.refused;
      throw error;
    }
  };

  return {
    waitMs: mode === 'live' ? WINDOW_MS : 0,
    prepare,
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
