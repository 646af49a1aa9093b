import type { BookAddress } from '@plimsoll/contract';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { AddressText, Icon, linkClass, Tag, useReading } from '@plimsoll/ui';
import { check, clock, warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';

const ISOLATED = ['\u2068', '\u2069'] as const;
const isolated = (text: string): string => ISOLATED.join(text);
const ACTION = `${linkClass} hit text-13`;
const wayTo = (act: 'allow' | 'remove', id: number): string =>
  `/bindMentionAddress?${new URLSearchParams({ view: 'book', act, entry: String(id) })}`;

interface BookCardProps {
  readonly entry: BookAddress;
  readonly isAlike: boolean;
  readonly nowMs: number;
}

function Allowed({ opens_at, nowMs }: Pick<BookAddress, 'opens_at'> & Pick<BookCardProps, 'nowMs'>) {
  const t = useTranslations('payouts.book');
  const reading = useReading();
  if (opens_at === null) return null;
  if (Date.parse(opens_at) <= nowMs)
    return (
      <Tag kind="ok" icon={check}>
        {t('allowed')}
      </Tag>
    );
  return (
    <Tag kind="wait" icon={clock}>
      {t('opens', { time: isolated(formatTime(opens_at, { ...reading, style: 'full' })) })}
    </Tag>
  );
}

/** One address of the book: name, status, use, and look-alikes. */
export function BookCard({ entry, isAlike, nowMs }: BookCardProps) {
  const t = useTranslations('payouts.book');
  const s = useTranslations('security');
  const reading = useReading();
  const { id, title, label, address, networks, addtime, opens_at, used, last_used } = entry;
  const date = (time: string) => isolated(formatTime(time, { ...reading, style: 'date' }));
  return (
    <li className="rounded-lg bg-surface px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          <bdi>{label}</bdi>{' '}
          <span className="text-13 font-normal text-ink-3">
            <bdi>{[title, ...networks].join(' · ')}</bdi>
          </span>
        </h2>
        <Allowed opens_at={opens_at} nowMs={nowMs} />
      </div>
      <div className="mt-2">
        <AddressText address={address} />
      </div>
      {isAlike && (
        <p className="mt-2 flex items-center gap-1.5 text-13 text-danger">
          <Icon of={warn} size={18} />
          {t('alike')}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-12 text-ink-3">
          {last_used === null
            ? `${s('passkeys.added', { date: date(addtime) })}, ${s('passkeys.unused')}`
            : `${s('lastLook.times', { count: formatDecimal(String(used), reading) })}, ${s('passkeys.used', { date: date(last_used) })}`}
        </p>
        <span className="flex flex-wrap gap-x-4">
          {opens_at === null && (
            <Link to={wayTo('allow', id)} aria-label={`${t('allow')} ${isolated(label)}`} className={ACTION}>
              {t('allow')}
            </Link>
          )}
          <Link to={wayTo('remove', id)} aria-label={`${s('passkeys.remove')} ${isolated(label)}`} className={ACTION}>
            {s('passkeys.remove')}
          </Link>
        </span>
      </div>
    </li>
  );
}
