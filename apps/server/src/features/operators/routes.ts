import { refuseOperator } from '@plimsoll/contract/operator';
import {
  addOwnPasskey,
  askFactor,
  changeOperator as changeCall,
  changeOwnPassword,
  claimLink as claimCall,
  createOperator as createCall,
  endOwnSessions,
  endSession,
  enrolTotp,
  listAudit,
  listOperators,
  listOwnPasskeys,
  listOwnSessions,
  openSession,
  readAudit,
  readOperator,
  readSession,
  refreshFactor,
  removeOwnPasskey,
  resetOperator as resetCall,
  startOwnPasskey,
} from '@plimsoll/contract/operator/operators';
import { publicOperatorRoute, operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { changingOperators } from './change-operator.ts';
import { claimLink } from './claims.ts';
import { creatingOperators } from './create-operator.ts';
import type { UseCaseDeps } from './deps.ts';
import { itemOf } from './item.ts';
import { auditLineOf, auditPage, operatorsPage } from './lists.ts';
import { login } from './login.ts';
import { loginQueue } from './prove-password.ts';
import {
  endSessions,
  enrolAuthenticator,
  logout,
  ownSession,
  ownSessions,
  replaceOwnPassword,
  takeFreshFactor,
} from './own-account.ts';
import { addPasskey, askFresh, ownPasskeys, removePasskey, startPasskey } from './own-passkeys.ts';
import { resettingOperators } from './reset-operator.ts';
import { operatorById } from './store.ts';

/** Binds the console calls of operators. */
export function operatorsRoutes(deps: UseCaseDeps): readonly OperatorRoute[] {
  const { db } = deps;
  /** Attempts on one account run in turn, and so do calls of one session. */
  const inTurn = oneAtATime();
  return [
    publicOperatorRoute(openSession, async (input, context) =>
      inTurn(await loginQueue(input, deps), () => login(input, context, deps)),
    ),
    operatorRoute(endSession, (_input, context) => logout(context, deps)),
    operatorRoute(readSession, (_input, context) => ownSession(context, deps)),
    operatorRoute(enrolTotp, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => enrolAuthenticator(input, context, deps)),
    ),
    operatorRoute(changeOwnPassword, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => replaceOwnPassword(input, context, deps)),
    ),
    operatorRoute(askFactor, (_input, context) => askFresh(context, deps)),
    operatorRoute(refreshFactor, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => takeFreshFactor(input, context, deps)),
    ),
    operatorRoute(listOwnPasskeys, (_input, context) => ownPasskeys(context, deps)),
    operatorRoute(startOwnPasskey, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => startPasskey(input, context, deps)),
    ),
    operatorRoute(addOwnPasskey, (input, context) => addPasskey(input, context, deps)),
    operatorRoute(removeOwnPasskey, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => removePasskey(input, context, deps)),
    ),
    publicOperatorRoute(claimCall, (input, context) => claimLink(input, context, deps)),
    operatorRoute(listOwnSessions, (_input, context) => ownSessions(context, deps)),
    operatorRoute(endOwnSessions, (input, context) => endSessions(input, context, deps)),
    operatorRoute(listOperators, async (input) => ({ ok: true, value: await operatorsPage(input, db) })),
    operatorRoute(readOperator, async ({ id }) => {
      const row = await operatorById(db, id);
      return row ? { ok: true, value: itemOf(row) } : refuseOperator('not_found');
    }),
    operatorRoute(createCall, creatingOperators(deps)),
    operatorRoute(changeCall, changingOperators(deps)),
    operatorRoute(resetCall, resettingOperators(deps)),
    operatorRoute(listAudit, async (input) => ({ ok: true, value: await auditPage(input, db) })),
    operatorRoute(readAudit, async ({ id }) => {
      const line = await auditLineOf(id, db);
      return line ? { ok: true, value: line } : refuseOperator('not_found');
    }),
  ];
}
