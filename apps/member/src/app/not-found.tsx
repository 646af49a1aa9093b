import { buttonClass, Empty } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../features/site/index.ts';
import { Link } from '../platform/router.tsx';

/** The page of an unknown address. */
export default function NotFound() {
  const t = useTranslations('app');
  return (
    <>
      <PageHeader title={t('titles.unknown')} canGoBack />
      <Empty title={t('notFound.title')} text={t('notFound.text')} className="pt-24">
        <Link to="/" className={`${buttonClass('quiet')} mt-3`}>
          {t('notFound.action')}
        </Link>
      </Empty>
    </>
  );
}
