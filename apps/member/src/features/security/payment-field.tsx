import { linkClass, Note, PasswordField } from '@plimsoll/ui';
import { lock } from '@plimsoll/ui/icons-screens';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from '../../platform/router.tsx';
import { askForPassword, takePassword } from './handed-password.ts';

interface PaymentFieldProps {
  readonly isSet: boolean;
  readonly none: string;
  readonly value: string;
  readonly wrong: string | undefined;
  readonly onType: (text: string) => void;
}

/** The field; who returns from setting the password for this form has just written it. */
function OwnField({ value, wrong, onType }: Pick<PaymentFieldProps, 'value' | 'wrong' | 'onType'>) {
  const t = useTranslations('security.ask');
  const { pathname } = useLocation();
  const write = useRef(onType);
  useEffect(() => {
    const handed = takePassword(pathname);
    if (handed !== undefined) write.current(handed);
  }, [pathname]);
  return (
    <PasswordField
      label={t('password')}
      autoComplete="off"
      value={value}
      error={wrong}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** The payment password, or the link that sets one. */
export function PaymentField({ isSet, none, ...field }: PaymentFieldProps) {
  const t = useTranslations('security.ask');
  const { pathname } = useLocation();
  if (isSet) return <OwnField {...field} />;
  return (
    <Note kind="warn" icon={lock}>
      {none}{' '}
      <Link to="/resetLegalPwd" onClick={() => askForPassword(pathname)} className={`${linkClass} hit`}>
        {t('set')}
      </Link>
    </Note>
  );
}
