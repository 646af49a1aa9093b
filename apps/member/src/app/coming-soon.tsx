import { buttonClass, Empty } from '@plimsoll/ui';
import { Link } from '../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../features/site/index.ts';
import type { TitleKey } from './titles.ts';

/** A route that is known and not yet built. */
export function ComingSoon({ title, tabs }: { readonly title: TitleKey; readonly tabs: boolean }) {
  const t = useTranslations('app');
  const page = t(`titles.${title}`);
  return (
    <>
      <PageHeader title={page} canGoBack={!tabs} />
      <Empty title={t('comingSoon.title', { page })} text={t('comingSoon.text')} className="pt-24">
        <Link to="/" className={`${buttonClass('quiet')} mt-3`}>{t('comingSoon.action')}</Link>
      </Empty>
    </>
  );
}

/** An address that names no route. */
export function NotFound() {
  const t = useTranslations('app');
  return (
    <>
      <PageHeader title={t('titles.unknown')} canGoBack />
      <Empty title={t('notFound.title')} text={t('notFound.text')} className="pt-24">
        <Link to="/" className={`${buttonClass('quiet')} mt-3`}>{t('comingSoon.action')}</Link>
      </Empty>
    </>
  );
}
