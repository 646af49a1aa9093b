import { Count, ErrorState, Facts, loneLinkClass, RowSkeleton } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { Link } from '../../platform/router.tsx';
import { useLatestVoids, VoidRow } from '../voids/index.ts';
import { Section } from './section.tsx';

const DAYS = 7;
/** Max void options shown; the others are on their own page. */
const SHOWN = 3;

/** Void options and gaps of the last days: how many, and the newest void options. */
export default function VoidsSection() {
  const t = useTranslations('voids');
  const proof = useTranslations('proof');
  const titles = useTranslations('app.titles');
  const kit = useTranslations('app.kit');
  const { data, error, refetch } = useLatestVoids(DAYS);
  return (
    <Section title={titles('voids')} beside={proof('lastDays', { days: DAYS })}>
      {data ? (
        <>
          <Facts
            columns={2}
            items={[
              { term: t('voids'), value: <More {...data.voids} /> },
              { term: t('gaps'), value: <More {...data.gaps} /> },
            ]}
          />
          {data.newest.length > 0 && (
            <>
              <div className="rows -mx-4">
                {data.newest.slice(0, SHOWN).map((option) => (
                  <VoidRow key={option.id} option={option} />
                ))}
              </div>
              <p className="text-12 text-ink-3">{t('intro')}</p>
            </>
          )}
        </>
      ) : error ? (
        <ErrorState
          title={kit('loadFailed')}
          text={refusedWords(error) ?? kit('loadFailedText')}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowSkeleton count={2} mark={false} />
      )}
      <Link to="/voids" className={loneLinkClass}>
        {titles('voids')}
      </Link>
    </Section>
  );
}

/** A number of which there may be more than were asked for. */
const More = ({ count, isMore }: { readonly count: number; readonly isMore: boolean }) => (
  <b className="text-20 font-semibold">
    <Count value={count} />
    {isMore && '+'}
  </b>
);
