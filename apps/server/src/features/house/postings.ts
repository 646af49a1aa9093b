import { move, type Account, type Journal } from '../../ledger/index.ts';
import type { Proposal, Target } from './proposal.ts';

/** The account that is put right, and the one that pays for it or is paid. */
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
 * A correction is between the member's account and the house's `rewards`: what owners set aside to be given to members
 * for other reasons than a trade. So two treasurers make no money out of nothing, as they would against `outside`, and
 * touch neither what covers open options nor the dealer's stock; what the account lacks is `house_limit`, and what was
 * put right at the border with the world is completed by a house posting. A house posting is between one of the house's
 * accounts and `outside` (RULES 1).
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
