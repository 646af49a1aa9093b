import { CoinMark, ErrorState, Figure, Icon, loneLinkClass, Note, RowSkeleton, Summary } from '@plimsoll/ui';
import { formatRelative } from '@plimsoll/i18n';
import { check, warn } from '@plimsoll/ui/icons-shell';
import { useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { Link } from '../../platform/router.tsx';
import { useIsMember } from '../../platform/session.ts';
import type { Owed, OwedStep } from './owed-check.ts';
import { useOwed } from './queries.ts';
import { Section } from './section.tsx';
import { useLogWriting } from './use-entry-words.ts';

const STEPS = {
  entry: 'stepEntry',
  inclusion: 'stepInclusion',
  leaves: 'stepLeaves',
  house: 'stepHouse',
  head: 'head',
} as const satisfies Record<OwedStep, string>;

type Total = NonNullable<Owed['entry']>;

function Coins({ entry: { coins, totals } }: { readonly entry: Total }) {
  const t = useTranslations('proof');
  return (
    <table className="w-full text-14">
      <thead>
        <tr className="border-b text-12 text-ink-3">
          <th scope="col" className="py-1.5 text-start font-normal">
            {t('coin')}
          </th>
          <th scope="col" className="py-1.5 text-end font-normal">
            {t('owedTotal')}
          </th>
        </tr>
      </thead>
      <tbody>
        {coins.map((coin, at) => (
          <tr key={coin} className="border-b last:border-b-0">
            <th scope="row" className="py-2 text-start font-medium">
              <span className="inline-flex items-center gap-2">
                <CoinMark coin={coin} size={20} />
                {coin}
              </span>
            </th>
            <td className="py-2 ps-2 text-end [overflow-wrap:anywhere] [&_.n]:whitespace-normal!">
              <Figure value={totals[at] ?? '0'} places={8} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Verdict({ accounts, failed }: Pick<Owed, 'accounts' | 'failed'>) {
  const t = useTranslations('proof');
  if (failed !== undefined)
    return (
      <Note kind="bad" icon={warn}>
        {t('owedFails', { step: t(STEPS[failed]) })}
      </Note>
    );
  return (
    <p className="flex gap-1.5 text-13 text-good">
      <Icon of={check} size={16} className="mt-0.5 flex-none" />
      {t('owedHolds', { count: accounts })}
    </p>
  );
}

function Epoch({ entry, index }: { readonly entry: Total; readonly index: number }) {
  const t = useTranslations('proof');
  const { whole, time } = useLogWriting();
  return (
    <>
      <Coins entry={entry} />
      <Summary
        rows={[
          { term: t('epoch'), value: <span className="n">{whole(entry.epoch)}</span> },
          {
            term: t('publishedAt'),
            value: (
              <time dateTime={entry.at}>
                <bdi>{`${time(entry.at, 'full')} UTC`}</bdi>
              </time>
            ),
          },
          { term: t('stepLeaves'), value: <span className="n">{whole(entry.leaves)}</span> },
          { term: t('place'), value: <span className="n">{whole(index)}</span> },
        ]}
      />
    </>
  );
}

/** A total with what its check found. */
function Found({ owed: { entry, index, accounts, failed } }: { readonly owed: Owed }) {
  const t = useTranslations('proof');
  const isMember = useIsMember();
  return (
    <>
      {entry && <Epoch entry={entry} index={index} />}
      <Verdict accounts={accounts} failed={failed} />
      {!isMember && (
        <p className="text-13 text-ink-2">
          <Link to="/login" className={loneLinkClass}>
            {t('owedLogin')}
          </Link>
        </p>
      )}
      <p className="text-12 text-ink-3">{t('owedLimit')}</p>
    </>
  );
}

/** What the platform owes, by coin: the newest published total, checked here with the leaves of house accounts (PROOF 5). */
export function OwedSection() {
  const t = useTranslations('proof');
  const kit = useTranslations('app.kit');
  const reading = useReading();
  const { data, error, dataUpdatedAt, refetch } = useOwed();
  const at = typeof data === 'object' ? data.entry?.at : undefined;
  const age = at !== undefined && formatRelative(Date.parse(at), dataUpdatedAt, reading);
  return (
    <Section title={t('owed')} beside={age}>
      {typeof data === 'object' ? (
        <Found owed={data} />
      ) : data !== undefined ? (
        <p className="text-14 text-ink-2">{t(data === 'none' ? 'noEpoch' : data)}</p>
      ) : error ? (
        <ErrorState
          title={kit('loadFailed')}
          text={refusedWords(error) ?? kit('loadFailedText')}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowSkeleton count={4} />
      )}
    </Section>
  );
}
