import { useTranslations } from 'use-intl';
import { navigate } from '../../platform/router.tsx';
import { accountsOf, wholeOf } from './accounts.ts';
import { BalanceHero } from './balance-hero.tsx';
import { CoinsOfAll } from './coin-lists.tsx';
import { useMask } from './mask.ts';
import { useBalances } from './queries.ts';

const EVERY_MS = 5000;

/** Beside a form of money, in wide windows: what the member holds. */
export default function BalancesSide() {
  const t = useTranslations('assets');
  const [isHidden, toggle] = useMask();
  const { data } = useBalances(EVERY_MS);
  const accounts = data && accountsOf(data);
  return (
    <aside className="side" aria-label={t('total.all')}>
      {accounts && (
        <div>
          <BalanceHero label={t('total.all')} totals={wholeOf(accounts)} isHidden={isHidden} onToggle={toggle} />
          <CoinsOfAll accounts={accounts} isHidden={isHidden} onOpen={({ type }) => navigate(`/assets?type=${type}`)} />
        </div>
      )}
    </aside>
  );
}
