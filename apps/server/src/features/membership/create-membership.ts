import type { Result } from '@plimsoll/contract';
import type { SliceWith } from '../../platform/slice.ts';
import type { LoginProofs, Preparations } from '../gate/index.ts';
import type { MembershipDeps } from './deps.ts';
import { createOwning } from './owner.ts';
import { createPayments, type Payments } from './payments.ts';
import { registerMember, type MadeMember } from './register.ts';
import { membershipRoutes } from './routes.ts';
import { memberById, memberByUsername, storeLanguage, type Member } from './store.ts';

export interface Membership extends SliceWith<'routes'> {
  /** The gate before every change that a way out hangs on. */
  readonly preparations: Preparations;
  /** Asks for the login password again before something leaves, where the last time is long ago. */
  readonly loginProofs: LoginProofs;
  /** Asks for payment passwords, for every slice that moves money out. */
  readonly payments: Payments;
  /** Makes a member outside the register call: the demo member. `already_registered` when the name is taken. */
  registerMember(member: MadeMember): Promise<Result<string>>;
  memberById(id: string): Promise<Member | undefined>;
  memberByUsername(username: string): Promise<Member | undefined>;
  /** Keeps the language a member chose. */
  storeLanguage(memberId: string, lang: string): Promise<void>;
}

/** Opens the membership slice. */
export function createMembership(deps: MembershipDeps): Membership {
  const { db, sessions } = deps;
  const owning = createOwning(deps);
  return {
    routes: membershipRoutes(deps, owning),
    preparations: owning.preparations,
    loginProofs: owning.loginProofs,
    payments: createPayments(deps),
    registerMember: (member) => registerMember(member, deps),
    memberById: (id) => memberById(db, id),
    memberByUsername: (username) => memberByUsername(db, username),
    async storeLanguage(memberId, lang) {
      await storeLanguage(db, memberId, lang);
      sessions.languageChanged(memberId, lang);
    },
  };
}
