import { sql, type Tx } from '../../platform/db.ts';
import type { PublicOperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { addressOf } from './claims.ts';
import type { UseCaseDeps } from './deps.ts';
import type { OperatorRow } from './store.ts';

/** Wrong codes since the last right one: without a limit a code is guessed within months. */
const MAX_WRONG_CODES = 10;

const count = sql<{ wrong_codes: number }>(
  'operators.countWrongCode',
  'update operator set wrong_codes = wrong_codes + 1 where id = $1 returning wrong_codes',
);
const forget = sql<never>(
  'operators.forgetWrongCodes',
  'update operator set wrong_codes = 0 where id = $1 and wrong_codes > 0',
);

/** True when codes are refused until two operators reset the login. */
export const areCodesStopped = ({ wrong_codes }: Pick<OperatorRow, 'wrong_codes'>): boolean =>
  wrong_codes >= MAX_WRONG_CODES;

/** Counts a wrong code; the last one is logged and mailed to the operator. */
export async function countWrongCode(
  tx: Tx,
  operator: OperatorRow,
  context: PublicOperatorContext,
  { clock, mailer, mode }: UseCaseDeps,
): Promise<void> {
  const [row] = await tx.run(count, [operator.id]);
  if (row?.wrong_codes !== MAX_WRONG_CODES) return;
  await appendAuditLog(
    tx,
    {
      by: { address: context.address },
      action: 'stop-codes',
      resource: 'operators',
      ref: operator.id,
      after: { username: operator.username, wrong_codes: MAX_WRONG_CODES },
    },
    clock.nowMs(),
  );
  const to = addressOf(operator, mode);
  if (to === undefined) return;
  mailer.send({
    to,
    subject: 'Your console login is blocked',
    text: `Someone who knows the password of ${operator.username} entered ${MAX_WRONG_CODES} wrong authenticator codes, the last from ${context.address}. Authenticator codes are now blocked.\n\nIf this was not you, your password is compromised. Ask two other operators to reset your login.\n`,
  });
}

/** Resets the count after a right code. */
export const forgetWrongCodes = async (tx: Tx, id: string): Promise<void> => void (await tx.run(forget, [id]));
