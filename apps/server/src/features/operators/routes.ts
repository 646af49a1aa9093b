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
import type { Desk } from './deps.ts';
import { itemOf } from './item.ts';
import { auditLineOf, auditPage, operatorsPage } from './lists.ts';
import { login } from './login.ts';
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
export function operatorsRoutes(desk: Desk): readonly OperatorRoute[] {
  const { db } = desk;
  /** Tries on one account go one after the other; what a session asks for takes its turn with that session alone. */
  const inTurn = oneAtATime();
  return [
    // A browser that says it is known does not wait in line with those that do not.
    publicOperatorRoute(openSession, (input, context) =>
      inTurn(`${input.known === undefined ? '' : 'known '}${input.username.toLowerCase()}`, () =>
        login(input, context, desk),
      ),
    ),
    operatorRoute(endSession, (_input, context) => logout(context, desk)),
    operatorRoute(readSession, (_input, context) => ownSession(context, desk)),
    operatorRoute(enrolTotp, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => enrolAuthenticator(input, context, desk)),
    ),
    operatorRoute(changeOwnPassword, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => replaceOwnPassword(input, context, desk)),
    ),
    operatorRoute(askFactor, (_input, context) => askFresh(context, desk)),
    operatorRoute(refreshFactor, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => takeFreshFactor(input, context, desk)),
    ),
    operatorRoute(listOwnPasskeys, (_input, context) => ownPasskeys(context, desk)),
    operatorRoute(startOwnPasskey, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => startPasskey(input, context, desk)),
    ),
    operatorRoute(addOwnPasskey, (input, context) => addPasskey(input, context, desk)),
    operatorRoute(removeOwnPasskey, (input, context) =>
      inTurn(`session ${context.operator.sessionHash}`, () => removePasskey(input, context, desk)),
    ),
    publicOperatorRoute(claimCall, (input, context) => claimLink(input, context, desk)),
    operatorRoute(listOwnSessions, (_input, context) => ownSessions(context, desk)),
    operatorRoute(endOwnSessions, (input, context) => endSessions(input, context, desk)),
    operatorRoute(listOperators, async (input) => ({ ok: true, value: await operatorsPage(input, db) })),
    operatorRoute(readOperator, async ({ id }) => {
      const row = await operatorById(db, id);
      return row ? { ok: true, value: itemOf(row) } : refuseOperator('not_found');
    }),
    operatorRoute(createCall, creatingOperators(desk)),
    operatorRoute(changeCall, changingOperators(desk)),
    operatorRoute(resetCall, resettingOperators(desk)),
    operatorRoute(listAudit, async (input) => ({ ok: true, value: await auditPage(input, db) })),
    operatorRoute(readAudit, async ({ id }) => {
      const line = await auditLineOf(id, db);
      return line ? { ok: true, value: line } : refuseOperator('not_found');
    }),
  ];
}
