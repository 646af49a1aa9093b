import { linkClass, Note, PasswordField } from '@plimsoll/ui';
import { lock } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';

interface PaymentFieldProps {
  /** False when there is none to enter. */
  readonly isSet: boolean;
  readonly value: string;
  /** What is wrong with it, in words. */
  readonly wrong: string | undefined;
  readonly onType: (text: string) => void;
}

/** The payment password, or the way to set one where there is none. */
export function PaymentField({ isSet, value, wrong, onType }: PaymentFieldProps) {
  const t = useTranslations('exchange');
  if (!isSet) {
    return <Note kind="warn" icon={lock}>{t('noPassword')} <Link to="/resetLegalPwd" className={`${linkClass} hit`}>{t('setPassword')}</Link></Note>;
  }
  return <PasswordField label={t('password')} placeholder={t('passwordHint')} autoComplete="off" value={value} error={wrong} onChange={(event) => onType(event.target.value)} />;
}
