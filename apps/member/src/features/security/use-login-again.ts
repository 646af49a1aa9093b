import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import type { SecurityState } from './queries.ts';

const REASONS: readonly (string | undefined)[] = ['password_needed', 'bad_login'];
/** True for a refusal about the login password. */
export const isAboutLogin = (refusal: Refusal | undefined): boolean => REASONS.includes(refusal?.reason);

/** The login password, asked again before money leaves when the last login is long ago. */
export interface LoginAgain {
  readonly isAsked: boolean;
  readonly password: string;
  readonly wrong: string | undefined;
  type(password: string): void;
  /** True, with an error beside the field, when it is required and missing. */
  isMissing(): boolean;
  taken(): void;
}

/** The state of a {@link LoginAgain}; `refusal` is the server's last. */
export function useLoginAgain(security: SecurityState | undefined, refusal: Refusal | undefined): LoginAgain {
  const t = useTranslations('security');
  const [password, setPassword] = useState('');
  const [wasMissing, setMissing] = useState(false);
  // The login may have become too old since the page was opened.
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
