import { linkClass, Note } from '@plimsoll/ui';
import { warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSecurity } from './queries.ts';

/** That nothing leaves before the e-mail address is proven, with the link to it; else nothing. */
export function EmailNeeded() {
  const t = useTranslations('security.email');
  const { data: security } = useSecurity();
  return security?.email_needed === 1 ? (
    <Note kind="warn" icon={warn}>
      {t('needed')}{' '}
      <Link to="/security?view=email" className={`${linkClass} hit`}>
        {t('confirm')}
      </Link>
    </Note>
  ) : null;
}
