import { linkClass, Note } from '@plimsoll/ui';
import { warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSecurity } from './queries.ts';

/**
 * Says that nothing leaves before the member's e-mail address is proven, and leads to where it is; nothing otherwise.
 */
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
