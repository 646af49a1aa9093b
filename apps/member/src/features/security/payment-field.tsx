import { linkClass, Note, PasswordField } from '@plimsoll/ui';
import { lock } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';

interface PaymentFieldProps {
  /** False when there is none to enter. */
  readonly isSet: boolean;
  /** Says that there is none, and what it is needed for. */
  readonly none: string;
  readonly value: string;
  /** What is wrong with it, in words. */
  readonly wrong: string | undefined;
  readonly onType: (text: string) => void;
}

/** The payment password, or the way to set one where there is none. */
export function PaymentField({ isSet, none, value, wrong, onType }: PaymentFieldProps) {
  const t = useTranslations('security.ask');
  if (!isSet) {
    return (
      <Note kind="warn" icon={lock}>
        {none}{' '}
        <Link to="/resetLegalPwd" className={`${linkClass} hit`}>
          {t('set')}
        </Link>
      </Note>
    );
  }
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
