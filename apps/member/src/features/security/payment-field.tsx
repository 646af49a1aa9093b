import { linkClass, Note, PasswordField } from '@plimsoll/ui';
import { lock } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';

interface PaymentFieldProps {
  readonly isSet: boolean;
  readonly none: string;
  readonly value: string;
  readonly wrong: string | undefined;
  readonly onType: (text: string) => void;
}

/** The payment password, or the link that sets one. */
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
