import { SkeletonBlock, buttonClass, Empty, ErrorState, Loading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { PageHeader } from '../site/index.ts';
import { ApplicationPanel } from './application-panel.tsx';
import { useLoanProject } from './queries.ts';

function Application({ id }: { readonly id: string }) {
  const t = useTranslations('loans');
  const kit = useTranslations('app.kit');
  const { data, error, isError, isPaused, refetch } = useLoanProject(id);
  const project = data?.[0];
  if (project) return <ApplicationPanel key={project.id} project={project} />;
  if (data || id === '')
    return (
      <Empty title={t('gone')} text={t('goneText')} className="pt-16">
        <Link to="/loans" className={`${buttonClass('quiet')} mt-3`}>
          {t('seeAll')}
        </Link>
      </Empty>
    );
  if (isError || isPaused)
    return (
      <ErrorState
        title={t('failed')}
        text={refusedWords(error) ?? t('failedText')}
        onRetry={() => void refetch()}
        className="pt-16"
      />
    );
  return (
    <Loading label={kit('loading')}>
      <div className="grid gap-4 px-4 pt-1">
        <SkeletonBlock height={124} />
        <SkeletonBlock height={110} />
        <SkeletonBlock height={130} />
        <SkeletonBlock height={130} />
      </div>
    </Loading>
  );
}

/** /loans-application: applies for a loan. */
export default function ApplicationScreen() {
  const t = useTranslations('loans');
  const [query] = useSearchParams();
  const id = /^[1-9]\d{0,17}$/.exec(query.get('id') ?? '')?.[0] ?? '';
  return (
    <>
      <PageHeader title={t('application')} canGoBack />
      <Application key={id} id={id} />
    </>
  );
}
