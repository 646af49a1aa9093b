import type { OperatorCall, OperatorResult, Role } from '@plimsoll/contract/operator';

export interface OperatorIdentity {
  readonly operatorId: string;
  readonly username: string;
  readonly role: Role;
  readonly sessionHash: string;
  /** A required second factor, or a recent proof of one. */
  readonly lack?: 'factor_missing' | 'factor_needed';
}

/** Of a public console call (the login). */
export interface PublicOperatorContext {
  readonly lang: string;
  /** Remote address, for throttles and the audit log. */
  readonly address: string;
  /** `http://host` as the caller reached us. */
  readonly origin: string;
}
/** Context of a console call. */
export interface OperatorContext extends PublicOperatorContext {
  readonly operator: OperatorIdentity;
}

export interface OperatorRoute {
  readonly call: OperatorCall;
  /** A method, so that a handler of any input and context is one. */
  handle(input: unknown, context: PublicOperatorContext): Promise<OperatorResult<unknown>>;
}

/** Binds a console call to its handler. */
export const operatorRoute = <In, Out>(
  call: OperatorCall<In, Out>,
  handle: (input: In, context: OperatorContext) => Promise<OperatorResult<Out>>,
): OperatorRoute => ({ call, handle });
/** For a call that needs no login. */
export const publicOperatorRoute = <In, Out>(
  call: OperatorCall<In, Out>,
  handle: (input: In, context: PublicOperatorContext) => Promise<OperatorResult<Out>>,
): OperatorRoute => ({ call, handle });
