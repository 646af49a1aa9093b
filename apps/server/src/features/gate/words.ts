import type { LastWords } from '@plimsoll/contract/last-words';
import { format } from '@plimsoll/money';
import type { Leaving } from './leaving.ts';

/** The words a passkey signs for what is to leave (RULES 8). */
export const wordsOf = ({ kind, coin, amount, fee, to }: Leaving): LastWords => ({
  call: kind === 'withdrawal' ? 'withdraw' : 'balanceTransfer',
  coin,
  amount: format(amount),
  fee: format(fee),
  to:
    to.kind === 'address'
      ? { kind: 'address', address: to.address, network: to.network }
      : to.kind === 'member'
        ? { kind: 'member', id: to.memberId, name: to.name }
        : to,
});
