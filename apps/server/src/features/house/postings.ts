import { move, type Account, type Journal } from '../../ledger/index.ts';
import type { Proposal, Target } from './proposal.ts';

/** The corrected account, and the one that pays for it or is paid. */
function accounts(target: Target, coinId: string): readonly [account: Account, against: Account] {
  switch (target.kind) {
    case 'correction':
      return [
        { memberId: target.memberId, type: target.type, coinId },
        { house: 'rewards', coinId },
      ];
    case 'house-posting':
      return [
        { house: target.house, coinId },
        { house: 'outside', coinId },
      ];
  }
}

/**
 * A correction is between the member's account and `rewards`, which owners fund: so two treasurers create no money, as
 * they would against `outside`, and touch neither the cover of open options nor the dealer's stock. A house posting is
 * between a house account and `outside` (RULES 1).
 *
 * @param approvedBy the operator whose approval posts it.
 */
export function posting(id: string, { target, coinId, amount, isTaken }: Proposal, approvedBy: string): Journal {
  const [account, against] = accounts(target, coinId);
  return {
    cause: { kind: target.kind, id },
    actor: { kind: 'operator', id: approvedBy },
    lines: [isTaken ? move(account, against, amount) : move(against, account, amount)],
  };
}
