import { Button, Empty, Icon, LazyBoundary, Note, showToast } from '@plimsoll/ui';
import { orders } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { openService, PageHeader } from '../site/index.ts';
import type { RecordsProps } from './funding-records.tsx';

const RECORDS = lazyScreen<RecordsProps>(['funding', 'receipts'], () => import('./funding-records.tsx'));

interface FundingPageProps extends RecordsProps {
  readonly title: string;
  readonly path: string;
  readonly children: ReactNode;
}

/** The page under its head with the link to earlier records; those with `view=records`. */
export function FundingPage({ title, path, of, children }: FundingPageProps) {
  const t = useTranslations('funding.records');
  const [query] = useSearchParams();
  if (query.get('view') === 'records')
    return <LazyBoundary part={RECORDS} props={{ of }} fallback={<PageHeader title={t(of)} canGoBack />} />;
  return (
    <>
      <PageHeader title={title} canGoBack>
        <Link
          to={`${path}?view=records`}
          aria-label={t(of)}
          className="-me-2.5 grid size-11 flex-none place-items-center rounded-md"
        >
          <Icon of={orders} />
        </Link>
      </PageHeader>
      {children}
    </>
  );
}

/** A button to customer service; without a link it says whom to ask. */
export function ServiceButton() {
  const t = useTranslations('funding');
  const app = useTranslations('app');
  const settings = useSettings();
  const ask = () => {
    if (!openService(settings)) showToast('bad', app('contactService'));
  };
  return (
    <Button kind="quiet" onClick={ask}>
      {t('contact')}
    </Button>
  );
}

/** That the chosen coin or network is no longer offered: another one is not taken instead. */
export function Gone() {
  const t = useTranslations('funding');
  return (
    <div role="alert">
      <Note kind="warn" icon={warn}>
        {t('gone')}
      </Note>
    </div>
  );
}

/** That nothing can be done here now, with customer service. */
export function NoWay({ title, text }: { readonly title: string; readonly text: ReactNode }) {
  return (
    <Empty title={title} text={text} className="pt-16">
      <div className="mt-3">
        <ServiceButton />
      </div>
    </Empty>
  );
}
