import type { Result } from '@plimsoll/contract';
import type { SliceWith } from '../../platform/slice.ts';
import type { LoginProofs, Preparations } from '../gate/index.ts';
import type { MembershipDeps } from './deps.ts';
import { createOwnerProofs } from './owner-proofs.ts';
import { createPayments, type Payments } from './payments.ts';
import { registerMember, type MadeMember } from './register.ts';
import { membershipRoutes } from './routes.ts';
import { memberById, memberByUsername, storeLanguage, type Member } from './store.ts';

export interface Membership extends SliceWith<'routes'> {
  readonly preparations: Preparations;
  readonly loginProofs: LoginProofs;
  readonly payments: Payments;
  /** Makes the demo member; `already_registered` when the name is used. */
  registerMember(member: MadeMember): Promise<Result<string>>;
  memberById(id: string): Promise<Member | undefined>;
  memberByUsername(username: string): Promise<Member | undefined>;
  storeLanguage(memberId: string, lang: string): Promise<void>;
}

/** Makes the membership slice. */
export function createMembership(deps: MembershipDeps): Membership {
  const { db, sessions } = deps;
  const ownerProofs = createOwnerProofs(deps);
  return {
    routes: membershipRoutes(deps, ownerProofs),
    preparations: ownerProofs.preparations,
    loginProofs: ownerProofs.loginProofs,
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
