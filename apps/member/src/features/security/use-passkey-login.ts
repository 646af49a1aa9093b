import { useEffect, useEffectEvent, useState } from 'react';
import { post } from '../../platform/client.ts';
import { useSubmit } from '../../platform/submit.ts';
import { pickPasskey } from './passkey.ts';
import { passkeysWorkAt } from './passkeys-work.ts';

/** A challenge expires after five minutes; it is renewed before that. */
const RENEWED_AFTER_MS = 4 * 60_000;

interface Offer {
  /** False while another login is running: the offer is withdrawn. */
  readonly isOn: boolean;
  readonly onIn: (entered: Entered) => void;
}

interface Entered {
  readonly token: string;
  readonly known: string;
  readonly account: string;
  readonly isHere: boolean;
}

/**
 * Has the browser offer this site's passkeys in the field whose `autocomplete` ends in `webauthn`: one tap logs in.
 * The offer ends with the screen.
 */
export function usePasskeyLogin({ isOn, onIn }: Offer): void {
  const [round, setRound] = useState(0);
  const { submit, busy } = useSubmit('loginPasskey', {
    onDone: ({ userinfo, known, username }, isHere) =>
      onIn({ token: userinfo.token, known, account: username, isHere }),
    onRefused: () => setRound((before) => before + 1),
  });
  const enter = useEffectEvent((passkey: string) => {
    void submit({ passkey });
  });
  const isOffered = isOn && !busy;
  useEffect(() => {
    if (!isOffered) return undefined;
    const ending = new AbortController();
    const renew = setTimeout(() => setRound(round + 1), RENEWED_AFTER_MS);
    const offer = async (): Promise<void> => {
      if (
        !isSecureContext ||
        !('PublicKeyCredential' in globalThis) ||
        !('isConditionalMediationAvailable' in PublicKeyCredential)
      )
        return;
      if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
      const request = await post('passkeyLoginChallenge', {}, { quiet: true, signal: ending.signal });
      if (!passkeysWorkAt(request.rpId)) return;
      const passkey = await pickPasskey(request, ending.signal);
      if (passkey !== undefined) enter(passkey);
    };
    // Without a connection the password is there all the same.
    offer().catch(() => {});
    return () => {
      clearTimeout(renew);
      ending.abort();
    };
  }, [isOffered, round]);
}
