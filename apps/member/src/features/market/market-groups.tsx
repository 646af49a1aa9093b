import { SkeletonBlock, Chips, Tabs } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { ALL, OWN, type useMarkets } from './use-markets.ts';

/** The tabs of quote coins and the groups of the chosen one. */
export function MarketGroups({ markets }: { readonly markets: ReturnType<typeof useMarkets> }) {
  const t = useTranslations('market');
  const { tabs, tab, fid, child, setChild, choose, isOwn, isUndecided, hasFailed, isCutOff } = markets;
  return (
    <>
      {tabs.length > 0 && !isUndecided && (
        <Tabs
          label={t('tabs')}
          value={isOwn || fid === undefined ? OWN : fid}
          controls="markets"
          onChange={choose}
          options={[
            { value: OWN, label: t('own') },
            ...tabs.map((each) => ({ value: String(each.id), label: each.currency_name })),
          ]}
        />
      )}
      {tab && !isOwn && !isUndecided && (
        <Chips
          className="mt-2 px-4"
          label={t('groups')}
          value={child}
          onChange={setChild}
          options={[
            { value: ALL, label: t('all') },
            ...tab.child.map((each) => ({ value: String(each.id), label: each.currency_name })),
          ]}
        />
      )}
      {(!tab || isUndecided) && !hasFailed && !isCutOff && (
        <>
          <div className="flex h-11.25 items-center gap-5 border-b px-4">
            <SkeletonBlock width={44} height={15} />
            <SkeletonBlock width={36} height={15} />
          </div>
          {!isOwn && <SkeletonBlock width={260} height={36} className="mx-4 mt-3" />}
        </>
      )}
    </>
  );
}
