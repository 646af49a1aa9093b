import { Icon } from '@plimsoll/ui';
import { right } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useTodaysPortfolio } from './queries.ts';
import { Signed } from './signed.tsx';

/** Today's profit, since the reader's midnight; it leads to the portfolio. `--` where it is not known. */
export default function TodayLine({ isHidden }: { readonly isHidden: boolean }) {
  const t = useTranslations('portfolio');
  const { data } = useTodaysPortfolio();
  return (
    <Link to="/portfolio" className="hit relative mt-2 flex min-h-7 flex-wrap items-center gap-x-2 text-14 text-ink-2">
      {data ? <Signed value={data.profit} isHidden={isHidden} triangle /> : <span className="text-ink-3">--</span>}
      <span>{t('today')}</span>
      <span className="ms-auto flex items-center gap-1 font-medium">
        {t('title')}
        <Icon of={right} size={16} flip className="text-ink-3" />
      </span>
    </Link>
  );
}
