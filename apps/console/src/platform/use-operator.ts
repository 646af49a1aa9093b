import { useGetIdentity, type UserIdentity } from 'ra-core';
import type { Operator } from './auth-provider.ts';

const isOperator = (identity: UserIdentity | undefined): identity is Operator => identity?.['role'] !== undefined;

/** Who is logged in; undefined until it is known. */
export function useOperator(): Operator | undefined {
  const { identity } = useGetIdentity();
  return isOperator(identity) ? identity : undefined;
}
