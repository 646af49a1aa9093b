import { SkeletonBlock, Chips, Empty, EndlessList, Tabs, useReading } from '@plimsoll/ui';
import { formatDecimal } from '@plimsoll/i18n';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../platform/router.tsx';
import { useMarketList } from '../market/index.ts';
import { PageHeader } from '../site/index.ts';
import { useGaps, useVoids } from './queries.ts';
import { GapRow, VoidRow } from './void-rows.tsx';

/** The shortest gap that is listed (RULES 2, RULES 4). */
const GAP_SECONDS = 5;
const LISTS = ['voids', 'gaps'] as const;
type ListName = (typeof LISTS)[number];

const Skeleton = () => (
  <div className="rows">
    {Array.from({ length: 4 }, (_, row) => (
      <div key={row} className="grid gap-3 px-4 py-3.5">
        <SkeletonBlock height={18} width={90 + ((row * 31) % 40)} />
        <SkeletonBlock height={16} />
        <SkeletonBlock height={34} />
      </div>
    ))}
  </div>
);

function Voids({ symbol }: { readonly symbol: string }) {
  const t = useTranslations('voids');
  return (
    <EndlessList
      pages={useVoids(symbol)}
      keyOf={({ id }) => id}
      label={t('voids')}
      skeleton={<Skeleton />}
      empty={<Empty title={t('none')} className="pt-16" />}
    >
      {(option) => <VoidRow option={option} />}
    </EndlessList>
  );
}

function Gaps({ symbol }: { readonly symbol: string }) {
  const t = useTranslations('voids');
  return (
    <EndlessList
      pages={useGaps(symbol)}
      keyOf={({ m_id: marketId, from }) => `${marketId} ${from}`}
      label={t('gaps')}
      skeleton={<Skeleton />}
      empty={<Empty title={t('noGaps')} className="pt-16" />}
    >
      {(gap) => <GapRow gap={gap} />}
    </EndlessList>
  );
}

/** /voids: options that no mark decided, and gaps in the marks, for everybody (RULES 4). */
export default function VoidsScreen() {
  const t = useTranslations('voids');
  const titles = useTranslations('app.titles');
  const reading = useReading();
  const [query, setQuery] = useSearchParams();
  const list: ListName = query.get('list') === 'gaps' ? 'gaps' : 'voids';
  const symbol = query.get('market') ?? '';
  const markets = useMarketList().data ?? [];
  const show = (next: { readonly list?: ListName; readonly market?: string }) => {
    const wanted = { list, market: symbol, ...next };
    setQuery(
      {
        ...(wanted.list === 'gaps' ? { list: 'gaps' } : {}),
        ...(wanted.market === '' ? {} : { market: wanted.market }),
      },
      { replace: true },
    );
  };
  return (
    <>
      <PageHeader title={titles('voids')} canGoBack />
      <Tabs
        label={titles('voids')}
        options={LISTS.map((value) => ({ value, label: t(value) }))}
        value={list}
        onChange={(next) => show({ list: next })}
        controls="voids"
      />
      <Chips
        className="mt-2 px-4"
        label={titles('market')}
        value={symbol}
        onChange={(market) => show({ market })}
        options={[
          { value: '', label: t('all') },
          ...markets.map(({ symbol: value, title }) => ({ value, label: title })),
        ]}
      />
      <p className="border-b px-4 py-3 text-13 text-ink-2">
        {list === 'voids' ? t('intro') : t('introGaps', { seconds: formatDecimal(String(GAP_SECONDS), reading) })}
      </p>
      <div id="voids" role="tabpanel">
        {list === 'voids' ? <Voids key={symbol} symbol={symbol} /> : <Gaps key={symbol} symbol={symbol} />}
      </div>
    </>
  );
}
