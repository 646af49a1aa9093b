import { LazyBoundary, lazyPart } from '@plimsoll/ui';
import { key } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../platform/router.tsx';
import { useWarm } from '../../platform/use-warm.ts';
import { SecurityRow, SecurityScreen } from '../security/index.ts';
import { PageHeader } from '../site/index.ts';
import { isOver, useKeys } from './queries.ts';

const KEYS = lazyPart(async () => ({ default: (await import('./keys-page.tsx')).KeysPage }));

function KeysRow() {
  const t = useTranslations('keys');
  const { data } = useKeys();
  const count = data?.filter((each) => !isOver(each)).length ?? 0;
  return (
    <SecurityRow to="/security?view=keys" icon={key} name={t('title')}>
      {count > 0 && String(count)}
    </SecurityRow>
  );
}

/** /security with the row of keys; `view=keys` is their page. */
export default function SecurityAndKeys() {
  const t = useTranslations('keys');
  const [query] = useSearchParams();
  useWarm(KEYS);
  return query.get('view') === 'keys' ? (
    <LazyBoundary part={KEYS} props={{}} fallback={<PageHeader title={t('title')} canGoBack />} />
  ) : (
    <SecurityScreen programs={<KeysRow />} />
  );
}
