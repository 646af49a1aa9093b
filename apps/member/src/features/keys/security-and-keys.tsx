import { key } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../platform/router.tsx';
import { SecurityRow, SecurityScreen } from '../security/index.ts';
import { KeysPage } from './keys-page.tsx';
import { isOver, useKeys } from './queries.ts';

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
  const [query] = useSearchParams();
  return query.get('view') === 'keys' ? <KeysPage /> : <SecurityScreen programs={<KeysRow />} />;
}
