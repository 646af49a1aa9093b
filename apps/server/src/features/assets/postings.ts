import { move, type Journal } from '../../ledger/index.ts';
import type { OwnTransferRow } from './own-transfer.ts';

/** The whole amount from one account to the other, without a fee (RULES 5). */
export const moving = ({ id, memberId, coinId, from, to, amount }: OwnTransferRow): Journal => ({
  cause: { kind: 'account-transfer', id },
  actor: { kind: 'member', id: memberId },
  lines: [move({ memberId, type: from, coinId }, { memberId, type: to, coinId }, amount)],
});
