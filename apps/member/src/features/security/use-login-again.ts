import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import type { SecurityState } from './queries.ts';

const REASONS: readonly (string | undefined)[] = ['password_needed', 'bad_login'];
/** True for a refusal that is about the login password, to be said beside its field. */
export const isAboutLogin = (refusal: Refusal | undefined): boolean => REASONS.includes(refusal?.reason);

/** The login password as it is given once more before something leaves, where the last time is long ago. */
export interface LoginAgain {
  readonly isAsked: boolean;
  readonly password: string;
  /** What is wrong with it, in words. */
  readonly wrong: string | undefined;
  type(password: string): void;
  /** True, and said beside the field, when it is asked for and not there. */
  isMissing(): boolean;
  /** Begins anew once it was taken. */
  taken(): void;
}

/** Keeps a {@link LoginAgain}; `refusal` is the server's last word. */
export function useLoginAgain(security: SecurityState | undefined, refusal: Refusal | undefined): LoginAgain {
  const t = useTranslations('security');
  const [password, setPassword] = useState('');
  const [wasMissing, setMissing] = useState(false);
  // It may have become too long ago since the page was opened.
  const isAsked = security?.password_asked === 1 || isAboutLogin(refusal);
  const refused =
    refusal?.reason === 'bad_login'
      ? t('errors.wrongLogin')
      : refusal?.reason === 'password_needed'
        ? refusal.message
        : undefined;
  return {
    isAsked,
    password,
    wrong: wasMissing ? t('prove.missing') : refused,
    type(text) {
      setPassword(text);
      setMissing(false);
    },
    isMissing() {
      setMissing(isAsked && password === '');
      return isAsked && password === '';
    },
    taken() {
      setPassword('');
    },
  };
}
