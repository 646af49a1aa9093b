/** Operators: login, rights, and the log of what they did (docs/wire/operator.md). */
export { createOperators, type Operators } from './create-operators.ts';
export { operatorAudits } from './audit.ts';
export { makeFirstOperator } from './first-operator.ts';
export { makeOwners } from './machine-owners.ts';
export { resealOperatorsAuthenticators } from './reseal.ts';
