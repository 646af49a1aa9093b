import { useState } from 'react';
import { post } from '../../platform/client.ts';
import { factorsHere, useSecurity } from './queries.ts';
import { useSecondFactor, type GivenSecond, type SecondForm } from './use-second-factor.ts';

/**
 * What a change of a way out is proven with, as it is being given: the login password where it is needed, and a second
 * factor once one is set.
 */
export interface ProofState {
  readonly isPasswordAsked: boolean;
  readonly password: string;
  /** It was sent for without the password. */
  readonly isPasswordMissing: boolean;
  readonly second: SecondForm;
  /** The passkey is being asked for. */
  readonly busy: boolean;
  type(password: string): void;
  /** What to send; undefined, and said beside its field, when something is missing. */
  give(): Promise<(GivenSecond & { readonly password?: string }) | undefined>;
  /** Asks again for what is set: it may have been changed in another window. */
  lookAgain(): void;
}

/** Keeps a {@link ProofState}. */
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
