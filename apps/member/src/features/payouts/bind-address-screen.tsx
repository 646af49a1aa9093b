import { SkeletonBlock, Empty, ErrorState, linkClass, Loading } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { leavePage, Link, useLocation, useSearchParams } from '../../platform/router.tsx';
import { PageHeader } from '../site/index.ts';
import { addressCoins, coinNamed } from './address-coins.ts';
import { AddressBook } from './address-book.tsx';
import { AddressPanel } from './address-panel.tsx';
import { CoinField } from './coin-field.tsx';
import { BOOK_VIEW, useAddresses, useAddressesChanged, useNetworkCoins } from './queries.ts';

function Addresses() {
  const t = useTranslations('payouts.address');
  const kit = useTranslations('app.kit');
  const [query] = useSearchParams();
  const { depth } = useLocation();
  const networks = useNetworkCoins();
  const addresses = useAddresses();
  const addressesChanged = useAddressesChanged();
  const [picked, setPicked] = useState<string>();
  const named = query.get('id');
  if (networks.data && addresses.data) {
    const coins = addressCoins(networks.data, addresses.data);
    const coin = coinNamed(coins, picked ?? named);
    if (!coin) return <Empty title={t('none')} text={t('noneText')} className="pt-16" />;
    const onBound = (isHere: boolean) => {
      void addressesChanged();
      // A reader sent here for one coin's address returns to what needs it.
      if (isHere && named !== null && depth > 0) leavePage('back');
    };
    return (
      <div className="grid gap-4 px-4 pt-1">
        <CoinField coins={coins} chosen={coin} onPick={(id) => setPicked(String(id))} />
        <AddressPanel key={coin.id} coin={coin} onBound={onBound} onRefused={() => void addressesChanged()} />
      </div>
    );
  }
  const isStuck = networks.isError || networks.isPaused || addresses.isError || addresses.isPaused;
  const retry = () => {
    void networks.refetch();
    void addresses.refetch();
  };
  if (isStuck)
    return (
      <ErrorState
        title={t('failed')}
        text={refusedWords(networks.error, addresses.error) ?? t('failedText')}
        onRetry={retry}
        className="pt-16"
      />
    );
  return (
    <Loading label={kit('loading')}>
      <div className="grid gap-4 px-4 pt-1">
        <SkeletonBlock height={72} />
        <SkeletonBlock height={108} />
        <SkeletonBlock height={72} />
      </div>
    </Loading>
  );
}

/** /bindMentionAddress: the addresses of withdrawals; with `view=book` the address book. */
export default function BindAddressScreen() {
  const app = useTranslations('app.titles');
  const t = useTranslations('payouts.book');
  const [query] = useSearchParams();
  if (query.get('view') === 'book') return <AddressBook />;
  return (
    <>
      <PageHeader title={app('address')} canGoBack />
      <Addresses />
      <p className="px-4 pt-4">
        <Link to={BOOK_VIEW} className={`${linkClass} hit`}>
          {t('title')}
        </Link>
      </p>
    </>
  );
}
