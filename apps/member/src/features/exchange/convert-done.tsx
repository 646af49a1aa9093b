import type { Answer } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { linkClass, Note, useReading } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { ReceiptLink } from '../proof/index.ts';
import { readableRate } from './estimate.ts';

export interface Done {
  readonly answer: Answer<'exchangeCoin'>;
  readonly from: string;
  readonly to: string;
}

interface ConvertDoneProps {
  readonly done: Done;
  readonly stake: string | undefined;
}

/** What was received, at which rate, and the marks that bounded it. */
export function ConvertDone({ done: { answer, from, to }, stake }: ConvertDoneProps) {
  const t = useTranslations('exchange');
  const reading = useReading();
  const short = (text: string) => text.replace(/\.?0+$/, '');
  const written = (text: string) =>
    formatDecimal(text, { ...reading, decimals: Math.max(2, text.split('.')[1]?.length ?? 0) });
  return (
    <Note kind="ok" icon={check}>
      <b className="text-ink">{t('done', { amount: written(short(answer.received)), coin: to })}</b>
      <br />
      {t('doneText', { one: formatDecimal('1', reading), from, rate: written(readableRate(answer.rate)), to })}
      {answer.books.map(({ symbol, mark, mark_seq: seq }) => (
        <a
          key={symbol}
          href={`/api/tape?symbol=${symbol}&from=${seq}&to=${seq}`}
          target="_blank"
          rel="noreferrer"
          className={`${linkClass} flex min-h-11 items-center`}
        >
          {t('doneMark', {
            market: symbol.toUpperCase(),
            mark: written(short(mark)),
            seq: formatDecimal(String(seq), { ...reading, decimals: 0 }),
          })}
        </a>
      ))}
      <span className="flex min-h-11 items-center">
        <ReceiptLink kind="exchange" id={answer.id} />
      </span>
      {stake !== undefined && (
        <>
          {' '}
          <Link to={`/staking?join=${stake}`} className={`${linkClass} hit`}>
            {t('backToStaking')}
          </Link>
        </>
      )}
    </Note>
  );
}
