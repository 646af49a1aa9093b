import { ErrorState, Icon, LazyBoundary } from '@plimsoll/ui';
import { minus } from '@plimsoll/ui/icons-screens';
import { check } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import { refusedWords } from '../../platform/refused.ts';
import { PageHeader } from '../site/index.ts';
import { CheckSection } from './check-section.tsx';
import { HeadSection } from './head-section.tsx';
import { LatestSection } from './latest-section.tsx';
import { useLatestEntries, useLogHead } from './queries.ts';
import { OwedSection } from './owed-section.tsx';
import { Section } from './section.tsx';

const VOIDS_SECTION = lazyScreen(['proof', 'voids'], () => import('./voids-section.tsx'));

const PROVEN = ['provenLog', 'provenOptions', 'provenFills'] as const;
const NOT_PROVEN = ['notPrices', 'notAssets'] as const;

function Proven() {
  const t = useTranslations('proof');
  const row = (key: (typeof PROVEN)[number] | (typeof NOT_PROVEN)[number], isProven: boolean) => (
    <li key={key} className="flex gap-2.5 text-14">
      <Icon
        of={isProven ? check : minus}
        size={18}
        className={`mt-0.5 flex-none ${isProven ? 'text-good' : 'text-ink-3'}`}
      />
      <span className={isProven ? '' : 'text-ink-2'}>
        <span className="sr">{`${t(isProven ? 'isProven' : 'isNotProven')}: `}</span>
        {t(key)}
      </span>
    </li>
  );
  return (
    <Section title={t('proven')}>
      <ul className="grid gap-2.5">
        {PROVEN.map((key) => row(key, true))}
        {NOT_PROVEN.map((key) => row(key, false))}
      </ul>
    </Section>
  );
}

/** /proof: the public log, for everybody, and checks of receipts that send nothing (PROOF). */
export default function ProofScreen() {
  const t = useTranslations('proof');
  const kit = useTranslations('app.kit');
  const titles = useTranslations('app.titles');
  const { data: head, error, refetch, dataUpdatedAt } = useLogHead();
  const latest = useLatestEntries(head?.checkpoint.size ?? 0);
  return (
    <>
      <PageHeader title={titles('proof')} canGoBack />
      <div className="px-4">
        <p className="text-24 leading-tight font-semibold">{t('hero')}</p>
        <p className="mt-2 text-14 text-ink-2">{t('heroText')}</p>
      </div>
      {error && head === undefined ? (
        <ErrorState
          title={kit('loadFailed')}
          text={refusedWords(error) ?? kit('loadFailedText')}
          onRetry={() => void refetch()}
          className="py-8"
        />
      ) : (
        <HeadSection head={head} at={latest.data?.[0]?.entry.at} readAtMs={dataUpdatedAt} />
      )}
      <CheckSection keys={head?.keys} />
      <OwedSection />
      <LazyBoundary part={VOIDS_SECTION} props={{}} fallback={null} isBesides />
      <Proven />
      {head && head.checkpoint.size > 0 && <LatestSection latest={latest} />}
    </>
  );
}
