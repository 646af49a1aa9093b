import { useState } from 'react';
import { post } from '../../platform/client.ts';
import { factorsHere, useSecurity } from './queries.ts';
import { useSecondFactor, type GivenSecond, type SecondForm } from './use-second-factor.ts';

/** The proof of a preparation: the login password where required, and a second factor once one is set. */
export interface ProofState {
  readonly isPasswordAsked: boolean;
  readonly password: string;
  readonly isPasswordMissing: boolean;
  readonly second: SecondForm;
  readonly busy: boolean;
  type(password: string): void;
  /** What to send; undefined when something is missing, which is shown beside its field. */
  give(): Promise<(GivenSecond & { readonly password?: string }) | undefined>;
  /** Reads again what is set: it may have been changed in another window. */
  lookAgain(): void;
}

/** The state of a {@link ProofState}. */
export function useProof(): ProofState {
  const { data: security, refetch } = useSecurity();
  const second = useSecondFactor(factorsHere(security));
  const [password, setPassword] = useState('');
  const [isPasswordMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const isPasswordAsked = security?.password_needed === 1;
  return {
    isPasswordAsked,
    password,
    isPasswordMissing,
    second,
    busy,
    type(text) {
      setPassword(text);
      setMissing(false);
    },
    async give() {
      if (isPasswordAsked && password === '') {
        setMissing(true);
        return undefined;
      }
      setBusy(true);
      const given = await second.give(() => post('passkeyChallenge', { purpose: 'change' }));
      setBusy(false);
      return given && { ...given, ...(isPasswordAsked ? { password } : {}) };
    },
    lookAgain: () => void refetch(),
  };
}
