import { Bone, ErrorState, Icon, Tag, type IconShape } from '@plimsoll/ui';
import { check, right } from '@plimsoll/ui/icons-shell';
import { lock, shield } from '@plimsoll/ui/icons-screens';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useMember } from '../membership/index.ts';
import { PageHeader } from '../site/index.ts';

function Row({ to, icon, name, children }: { readonly to: string; readonly icon: IconShape; readonly name: string; readonly children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="flex min-h-15 w-full items-center gap-3.5 px-4 active:bg-surface">
        <Icon of={icon} duo />
        <span className="min-w-0 flex-1">{name}</span>
        <span className="flex flex-none items-center gap-2 text-13 text-ink-3">{children}<Icon of={right} size={16} flip /></span>
      </Link>
    </li>
  );
}

/** /security: the way to each password, and whether the payment password is set. */
export default function SecurityScreen() {
  const t = useTranslations('security');
  const app = useTranslations('app.titles');
  const { traders_password_switch } = useSettings();
  const { data: member, isError, refetch } = useMember();
  return (
    <>
      <PageHeader title={app('security')} canGoBack />
      <p className="px-4 pb-3 text-14 text-ink-2">{t('intro')}</p>
      <ul className="rows border-y">
        <Row to="/modifyPwd" icon={lock} name={t('rows.login')}>{t('rows.change')}</Row>
        {traders_password_switch === 1 && (
          <Row to="/resetLegalPwd" icon={shield} name={t('rows.payment')}>
            {member ? member.have_pay === 1 ? <Tag kind="ok" icon={check}>{t('rows.set')}</Tag> : <Tag kind="wait">{t('rows.missing')}</Tag> : <Bone width={64} height={14} />}
          </Row>
        )}
      </ul>
      {isError && !member && <ErrorState title={t('failed')} onRetry={() => void refetch()} />}
    </>
  );
}
