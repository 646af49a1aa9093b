import { useState } from 'react';
import type { Refusal } from '../../platform/envelope.ts';
import { factorsHere, useLoginAgain, useSecondFactor, useSecurity } from '../security/index.ts';

/** What proves that the member withdraws, and the server's refusal until something is changed. */
export function useWithdrawProof() {
  const { data: security, refetch: lookAgain } = useSecurity();
  const second = useSecondFactor(factorsHere(security));
  const [payment, setPayment] = useState('');
  const [refusal, setRefusal] = useState<Refusal>();
  const login = useLoginAgain(security, refusal);
  return { security, lookAgain, second, payment, setPayment, refusal, setRefusal, login };
}
