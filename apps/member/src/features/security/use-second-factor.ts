import type { PasskeyRequest, SecondFactor } from '@plimsoll/contract';
import { asciiDigits } from '@plimsoll/i18n';
import { useState } from 'react';
import { OTHER_WORDS } from './signed-words.ts';

/** What is sent: a code or a passkey's answer; nothing without a factor. */
export interface GivenSecond {
  readonly second?: string;
  readonly passkey?: string;
}
export type SecondMissing = 'missing' | 'notGiven' | 'otherWords';

/** A second factor being given: which one, and what was typed. */
export interface SecondForm {
  readonly factors: readonly SecondFactor[];
  readonly by: SecondFactor | undefined;
  readonly code: string;
  readonly wrong: SecondMissing | undefined;
  choose(by: SecondFactor): void;
  type(code: string): void;
  /** What to send, asking for the passkey where that is chosen; undefined when something is missing. */
  give(request: () => Promise<PasskeyRequest | typeof OTHER_WORDS | undefined>): Promise<GivenSecond | undefined>;
}

// Few have a passkey. Where its code is unavailable it is as if none was given: the reader may try again.
const signed = (asked: PasskeyRequest): Promise<string | undefined> =>
  import('./passkey.ts').then(({ signWithPasskey }) => signWithPasskey(asked)).catch(() => undefined);

/** The state of a {@link SecondForm} for these factors. */
export function useSecondFactor(factors: readonly SecondFactor[]): SecondForm {
  const [chosen, setChosen] = useState<SecondFactor>();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<SecondMissing>();
  const by = factors.find((each) => each === chosen) ?? factors[0];
  return {
    factors,
    by,
    code,
    wrong,
    choose(next) {
      setChosen(next);
      setCode('');
      setWrong(undefined);
    },
    type(text) {
      setCode(text);
      setWrong(undefined);
    },
    async give(request) {
      if (by === undefined) return {};
      if (by !== 'passkey') {
        const second = asciiDigits(code).trim();
        if (second !== '') return { second };
        setWrong('missing');
        return undefined;
      }
      const asked = await request().catch(() => undefined);
      if (asked === OTHER_WORDS) {
        setWrong('otherWords');
        return undefined;
      }
      const passkey = asked && (await signed(asked));
      setWrong(passkey === undefined ? 'notGiven' : undefined);
      return passkey === undefined ? undefined : { passkey };
    },
  };
}
