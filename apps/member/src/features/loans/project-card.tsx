import type { LoanProject } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { amount, format, formatShort } from '@plimsoll/money';
import { buttonClass, Facts, Range, useReading } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useAmountWords } from '../assets/index.ts';
import { boundsOf, interestOf } from './application-form.ts';
import { ProjectHead } from './project-head.tsx';

const THOUSAND = amount('1000');
const strong = (chunks: ReactNode) => <b className="n text-ink">{chunks}</b>;

/** An offer: lender, bounds and rate, an example, and the link to apply. */
export function ProjectCard({ project, canApply }: { readonly project: LoanProject; readonly canApply: boolean }) {
  const t = useTranslations('loans');
  const reading = useReading();
  const words = useAmountWords();
  const { id, title, minprice, maxprice, cycle } = project;
  const short = (value: string) => formatDecimal(formatShort(amount(value)), reading);
  const days = t('days', { days: cycle, count: formatDecimal(String(cycle), reading) });
  const { min, max } = boundsOf(project);
  const example = THOUSAND >= min && THOUSAND <= max ? THOUSAND : min;
  return (
    <article className="@container rounded-lg bg-surface p-4">
      <ProjectHead project={project} />
      <div
        className={`mt-4 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start! ${maxprice.length > 14 ? '[&_dl]:grid-cols-1! [&_dl>div]:text-start!' : ''}`}
      >
        <Facts
          columns={2}
          items={[
            {
              term: t('amount'),
              value: (
                <>
                  <Range from={short(minprice)} to={short(maxprice)} />{' '}
                  <small className="text-12 text-ink-3">USDT</small>
                </>
              ),
            },
            { term: t('repaidAfter'), value: days },
          ]}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-3">
        <p className="flex-[1_1_8rem] text-13 text-ink-2">
          {t.rich('costs', {
            n: strong,
            amount: words(format(example)),
            cost: words(format(interestOf(example, project))),
            days,
          })}
        </p>
        {canApply && (
          <Link
            to={`/loans-application?id=${id}`}
            aria-label={t('applyFor', { title })}
            className={`${buttonClass('quiet', 'small')} bg-raised!`}
          >
            {t('apply')}
          </Link>
        )}
      </div>
    </article>
  );
}
