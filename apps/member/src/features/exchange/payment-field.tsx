import { linkClass, Note, PasswordField } from '@plimsoll/ui';
import { lock } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useMember } from '../membership/index.ts';

interface PaymentFieldProps {
  readonly value: string;
  /** What is wrong with it, in words. */
  readonly wrong: string | undefined;
  readonly onType: (text: string) => void;
}

/** The payment password, or the way to set one where there is none. */
export function PaymentField({ value, wrong, onType }: PaymentFieldProps) {
  const t = useTranslations('exchange');
  const { data: member } = useMember();
  if (member?.have_pay === 0) {
    return <Note kind="warn" icon={lock}>{t('noPassword')} <Link to="/resetLegalPwd" className={`${linkClass} hit`}>{t('setPassword')}</Link></Note>;
  }
  return <PasswordField label={t('password')} placeholder={t('passwordHint')} autoComplete="off" value={value} error={wrong} onChange={(event) => onType(event.target.value)} />;
}
