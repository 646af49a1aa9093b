import { LazyBoundary, ErrorState, Icon, PullToRefresh, Tabs } from '@plimsoll/ui';
import { orders } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { refusedWords } from '../../platform/refused.ts';
import { Link, navigate, useSearchParams } from '../../platform/router.tsx';
import { useIsDesktop } from '../../platform/use-is-desktop.ts';
import { useSettings } from '../../platform/settings.ts';
import { DEMO_FUNDS } from '../membership/index.ts';
import { CountedFailure, CountedLine } from '../proof/index.ts';
import { PageHeader } from '../site/index.ts';
import { accountTypeIn } from './account-place.ts';
import { AccountBars } from './account-bars.tsx';
import { ACCOUNT_NAMES, accountsOf, wholeOf, type Account } from './accounts.ts';
import { AgeBar } from './age-bar.tsx';
import { AssetsSkeleton } from './assets-skeleton.tsx';
import { BalanceHero } from './balance-hero.tsx';
import { CoinsOfAccount, CoinsOfAll } from './coin-lists.tsx';
import { useMask } from './mask.ts';
import { useBalances } from './queries.ts';
import { QuickActions } from './quick-actions.tsx';
import { TODAY } from './today.ts';

const EVERY_MS = 5000;
/** Figures of this age are shown as old: three polls missed. */
const OLD_MS = 3 * EVERY_MS;
const PANEL = 'account';

interface BalancesProps {
  readonly accounts: readonly Account[];
  /** Undefined for all accounts. */
  readonly account: Account | undefined;
  readonly isOld: boolean;
  readonly onOpen: (type: string) => void;
  readonly onRefresh: () => Promise<unknown>;
}

function Balances({ accounts, account, isOld, onOpen, onRefresh }: BalancesProps) {
  const t = useTranslations('assets');
  const [isHidden, toggle] = useMask();
  const whole = wholeOf(accounts);
  const isNothing = !/[1-9]/.test(whole.all);
  const isDesktop = useIsDesktop();
  const { demo } = useSettings();
  const open = ({ type }: Account) => onOpen(String(type));
  const hero = (
    <BalanceHero
      label={account ? t('total.one', { account: t(`accounts.${ACCOUNT_NAMES[account.type]}`) }) : t('total.all')}
      totals={account ?? whole}
      isHidden={isHidden}
      onToggle={toggle}
    >
      {!account && !isNothing && (
        <LazyBoundary part={TODAY} props={{ isHidden }} fallback={<div className="mt-2 h-7" />} isBesides />
      )}
      {isNothing && demo === 1 && (
        <LazyBoundary part={DEMO_FUNDS} props={{}} fallback={<div className="mt-4 h-12" />} isBesides />
      )}
    </BalanceHero>
  );
  const coins = account ? (
    <CoinsOfAccount key={account.type} account={account} isHidden={isHidden} />
  ) : (
    <CoinsOfAll accounts={accounts} isHidden={isHidden} onOpen={open} isTable />
  );
  const counted = <CountedLine isHidden={isHidden} />;
  return (
    <PullToRefresh onRefresh={onRefresh}>
      <CountedFailure />
      <div className={`pb-4 ${isOld ? 'stale' : ''}`}>
        {isDesktop ? (
          <div className="cols">
            <div>
              {hero}
              {coins}
            </div>
            <aside aria-label={t('accounts.label')}>
              <QuickActions />
              <AccountBars accounts={accounts} isHidden={isHidden} onOpen={open} />
              {counted}
            </aside>
          </div>
        ) : (
          <>
            {hero}
            <QuickActions />
            {coins}
            {counted}
          </>
        )}
      </div>
    </PullToRefresh>
  );
}

/** /assets: all accounts or one of them; the chosen tab is kept in the address. */
export default function AssetsScreen() {
  const t = useTranslations('assets');
  const app = useTranslations('app.titles');
  const { quantize_switch } = useSettings();
  const [query] = useSearchParams();
  const { data, error, isError, isPaused, dataUpdatedAt, refetch } = useBalances(EVERY_MS);
  const freshness = useFreshness(dataUpdatedAt, OLD_MS);

  const accounts = data && accountsOf(data);
  const types =
    accounts?.map((account) => account.type) ?? (quantize_switch === 1 ? ([1, 2, 3] as const) : ([1, 2] as const));
  const wish = accountTypeIn(query.get('type'));
  const chosen = types.find((type) => type === wish);
  const open = (type: string) => navigate(type === 'all' ? '/assets' : `/assets?type=${type}`, { replace: true });
  const account = accounts?.find((each) => each.type === chosen);

  return (
    <>
      <PageHeader title={app('assets')}>
        <Link
          to="/changemoney?view=records"
          aria-label={t('move.records')}
          className="-me-2.5 grid size-11 place-items-center rounded-md"
        >
          <Icon of={orders} />
        </Link>
      </PageHeader>
      <AgeBar {...freshness} updatedAtMs={dataUpdatedAt} />
      <Tabs
        label={t('accounts.label')}
        options={[
          { value: 'all', label: t('accounts.all') },
          ...types.map((type) => ({ value: String(type), label: t(`accounts.${ACCOUNT_NAMES[type]}`) })),
        ]}
        value={chosen === undefined ? 'all' : String(chosen)}
        onChange={open}
        controls={PANEL}
      />
      <div id={PANEL} role="tabpanel">
        {!accounts &&
          (isError || isPaused ? (
            <ErrorState
              title={t('failed')}
              text={refusedWords(error) ?? t('failedText')}
              onRetry={() => void refetch()}
              className="pt-16"
            />
          ) : (
            <AssetsSkeleton />
          ))}
        {accounts && (
          <Balances accounts={accounts} account={account} isOld={freshness.isOld} onOpen={open} onRefresh={refetch} />
        )}
      </div>
    </>
  );
}
