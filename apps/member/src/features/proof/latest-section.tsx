import { ErrorState, RowSkeleton } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import type { useLatestEntries } from './queries.ts';
import { Section } from './section.tsx';
import { useEntryWords, useLogWriting } from './use-entry-words.ts';

/** The last hundred entries of the log, as they come. */
export function LatestSection({
  latest: { data, error, refetch },
}: {
  readonly latest: ReturnType<typeof useLatestEntries>;
}) {
  const t = useTranslations('proof');
  const kit = useTranslations('app.kit');
  const { whole, time } = useLogWriting();
  const wordsOf = useEntryWords();
  return (
    <Section title={t('latest')} beside={t('newestFirst')}>
      {data ? (
        <ol aria-label={t('latest')}>
          {data.map(({ index, entry }) => (
            <li key={index} className="grid gap-0.5 border-b py-2.5 last:border-b-0">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="text-14 font-semibold">{t(`types.${entry.t}`)}</span>
                <span className="text-12 text-ink-3">
                  <span className="n">{whole(index)}</span>
                  {' · '}
                  <time dateTime={entry.at}>
                    <bdi>{time(entry.at, 'time')}</bdi>
                  </time>
                </span>
              </span>
              <span className={`text-13 text-ink-2 [overflow-wrap:anywhere] ${entry.t === 'key' ? 'mono' : ''}`}>
                <bdi>{wordsOf(entry)}</bdi>
              </span>
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorState
          title={kit('loadFailed')}
          text={refusedWords(error) ?? kit('loadFailedText')}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowSkeleton count={6} mark={false} />
      )}
    </Section>
  );
}
