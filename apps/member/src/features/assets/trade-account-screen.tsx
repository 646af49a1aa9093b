import { buttonClass, Empty, Icon, Tabs } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { coinPath } from '../market/index.ts';
import { PageHeader } from '../site/index.ts';
import { AccountBar } from './account-bar.tsx';
import { AccountHead } from './account-head.tsx';
import { readAccountPlace, type AccountPlace } from './account-place.ts';
import { ACCOUNT_NAMES, accountsOf, coinIn } from './accounts.ts';
import { AgeBar } from './age-bar.tsx';
import { useMask } from './mask.ts';
import { useBalances, useRecordsChanged } from './queries.ts';
import { RECORD_LISTS, RECORD_TABS, type RecordKind } from './record-tabs.tsx';

const EVERY_MS = 1000;
const OLD_MS = 6 * EVERY_MS;
const PANEL = 'records';

function NoAccount() {
  const t = useTranslations('assets.account');
  return (
    <Empty title={t('unknown')} text={t('unknownText')} className="pt-24">
      <Link to="/assets" className={`${buttonClass('quiet')} mt-3`}>
        {t('toAssets')}
      </Link>
    </Empty>
  );
}

/** Reads the records again when the balance has changed. */
function useRecordsOf(balance: string | undefined): void {
  const recordsChanged = useEffectEvent(useRecordsChanged());
  const seen = useRef(balance);
  useEffect(() => {
    if (balance === undefined) return;
    if (seen.current !== undefined && seen.current !== balance) recordsChanged();
    seen.current = balance;
  }, [balance]);
}

function CoinLink({ coin }: { readonly coin: string }) {
  const t = useTranslations('market');
  return (
    <Link
      to={coinPath(coin)}
      aria-label={t('coinPage', { coin })}
      className="-me-2.5 grid size-11 place-items-center rounded-md"
    >
      <Icon of={info} />
    </Link>
  );
}

function AccountView({ place }: { readonly place: AccountPlace }) {
  const t = useTranslations('assets');
  const [isHidden, toggle] = useMask();
  const tabs = RECORD_TABS[place.type];
  const [kind, setKind] = useState<RecordKind>('bills');
  const { data, dataUpdatedAt } = useBalances(EVERY_MS);
  const freshness = useFreshness(dataUpdatedAt, OLD_MS);
  const coin = data && coinIn(accountsOf(data), place.type, place.coinId);
  useRecordsOf(coin && `${coin.balance} ${coin.dbalance}`);

  const account = <span className="text-14 font-medium text-ink-3">{t(`accounts.${ACCOUNT_NAMES[place.type]}`)}</span>;
  if (data && !coin)
    return (
      <>
        <PageHeader title={account} canGoBack />
        <NoAccount />
      </>
    );
  const List = RECORD_LISTS[kind];
  return (
    <>
      <PageHeader
        title={
          <>
            {coin?.coinName ?? place.coinName} {account}
          </>
        }
        canGoBack
      >
        {coin && <CoinLink coin={coin.coinName} />}
      </PageHeader>
      <AgeBar {...freshness} updatedAtMs={dataUpdatedAt} />
      <div className={freshness.isOld ? 'stale' : ''}>
        <AccountHead
          available={coin?.balance ?? place.available}
          frozen={coin?.dbalance}
          worth={coin?.all_zhprice ?? place.worth}
          isHidden={isHidden}
          onToggle={toggle}
        />
      </div>
      <Tabs
        label={t('account.records')}
        options={tabs.map((each) => ({ value: each, label: t(`account.${each}`) }))}
        value={kind}
        onChange={setKind}
        controls={PANEL}
      />
      <div id={PANEL} role="tabpanel">
        <List key={kind} filter={{ coinId: place.coinId, type: place.type }} isHidden={isHidden} />
      </div>
      <AccountBar place={place} />
    </>
  );
}

/** /trade-account: one coin of one account with its records. */
export default function TradeAccountScreen() {
  const app = useTranslations('app.titles');
  const [query] = useSearchParams();
  const place = readAccountPlace(query);
  if (!place)
    return (
      <>
        <PageHeader title={app('account')} canGoBack />
        <NoAccount />
      </>
    );
  return <AccountView key={`${place.type} ${place.coinId}`} place={place} />;
}
