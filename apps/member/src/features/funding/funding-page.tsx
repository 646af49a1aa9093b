import { Button, Empty, Icon, showToast } from '@plimsoll/ui';
import { orders } from '@plimsoll/ui/icons-screens';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { openService, PageHeader } from '../site/index.ts';

/** The page's head with the link to earlier records. */
export function FundingHeader({
  title,
  path,
  records,
}: {
  readonly title: string;
  readonly path: string;
  readonly records: string;
}) {
  return (
    <PageHeader title={title} canGoBack>
      <Link
        to={`${path}?view=records`}
        aria-label={records}
        className="-me-2.5 grid size-11 flex-none place-items-center rounded-md"
      >
        <Icon of={orders} />
      </Link>
    </PageHeader>
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
