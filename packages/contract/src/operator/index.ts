/** What crosses the wire between console and server. The member app never imports from here. */
import * as funding from './funding.ts';
import type { OperatorCall } from './operator-call.ts';
import * as operators from './operators.ts';

const isCall = (value: unknown): value is OperatorCall => typeof value === 'object' && value !== null && 'method' in value && 'role' in value;

/** Every console call, for what must cover them all: routes, the role matrix, the style check. */
export const operatorCalls: readonly OperatorCall[] = [funding, operators].flatMap((slice) => Object.values<unknown>(slice).filter(isCall));

export type { RechargeForOperator, WithdrawalForOperator } from './funding.ts';
export { isAtLeast, ROLES, type OperatorCall, type Role } from './operator-call.ts';
export { TOTAL_MAX } from './operator-fields.ts';
export { OPERATOR_REASON_STATUS, problemStatus, refuseOperator, type OperatorReason, type OperatorRefusal, type OperatorResult, type Problem } from './operator-reasons.ts';
export type { AuditLine, OperatorItem } from './operators.ts';
