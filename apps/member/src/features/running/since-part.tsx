import { formatTime } from '@plimsoll/i18n';
import { Count, Icon, loneLinkClass, useReading } from '@plimsoll/ui';
import { bell } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lastSeenStyle } from '../../platform/connection.ts';
import { Link } from '../../platform/router.tsx';
import { useNewestFunding } from '../assets/index.ts';
import { useNotices } from '../notices/index.ts';
import { useSettledOptions } from '../options/index.ts';
import { useNewestOrders } from '../spot/index.ts';
import { lastHere } from './here.ts';
import type { ResultBarProps } from './result-bar.tsx';
import { ResultOf } from './result-kinds.tsx';
import { resultKey } from './results.ts';
import { eventsSince, type Event } from './since.ts';

const ROW = 'flex min-h-11 min-w-0 flex-1 items-center gap-3 py-2 text-start text-14 [overflow-wrap:anywhere]';

/** A result in a line of the list; leads where the one over the tabs leads. */
function Row({ icon, title, more, onOver }: Pick<ResultBarProps, 'icon' | 'title' | 'more' | 'onOver'>) {
  const inside = (
    <>
      <Icon of={icon} size={18} className="text-ink-2" />
      <span className="min-w-0">{title}</span>
    </>
  );
  return 'to' in more ? (
    <Link to={more.to} className={ROW}>
      {inside}
    </Link>
  ) : (
    <button
      type="button"
      aria-haspopup="dialog"
      className={ROW}
      onClick={() => {
        onOver();
        more.run();
      }}
    >
      {inside}
    </button>
  );
}

const keyOf = ({ what }: Event): string => (what.kind === 'notice' ? `notice ${what.notice.id}` : resultKey(what));

/** As many as are listed before one asks for all. */
const FEW = 5;

const stay = () => undefined;

function What({ what }: Pick<Event, 'what'>) {
  if (what.kind !== 'notice') return <ResultOf result={what} View={Row} onOver={stay} />;
  return (
    <Row
      icon={bell}
      title={<span dir="auto">{what.notice.title}</span>}
      more={{ to: '/notify', label: '' }}
      onOver={stay}
    />
  );
}

function Since({ sinceMs }: { readonly sinceMs: number }) {
  const t = useTranslations('running');
  const portfolio = useTranslations('portfolio');
  const reading = useReading();
  const options = useSettledOptions();
  const orders = useNewestOrders();
  const { deposits, withdrawals } = useNewestFunding();
  const notices = useNotices(reading.language);
  const [isWhole, setWhole] = useState(false);
  const events = eventsSince(
    {
      options: options.rows,
      orders: orders.data,
      funding: [
        ...(deposits.data ?? []).map((record) => ({ kind: 'recharge' as const, record })),
        ...(withdrawals.data ?? []).map((record) => ({ kind: 'withdraw' as const, record })),
      ],
      notices: notices.rows,
    },
    sinceMs,
  );
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="since" className="px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="since" className="font-semibold">
          {t('since')}
        </h2>
        {events.length > FEW && (
          <button
            type="button"
            aria-expanded={isWhole}
            aria-controls="since-list"
            onClick={() => setWhole(!isWhole)}
            className={`${loneLinkClass} text-13`}
          >
            {portfolio('all')} <Count value={events.length} />
            <span className="sr"> · {t('since')}</span>
          </button>
        )}
      </div>
      <ul id="since-list" className="rows">
        {(isWhole ? events : events.slice(0, FEW)).map((event) => (
          <li key={keyOf(event)} className="flex items-center gap-3">
            <What what={event.what} />
            <span className="text-12 text-ink-3">
              <bdi>{formatTime(event.atMs, { ...reading, style: lastSeenStyle(event.atMs) })}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What came about since the member was last here. Nothing where this browser does not know when that was. */
export default function SincePart() {
  const [sinceMs] = useState(lastHere);
  return sinceMs === undefined ? null : <Since sinceMs={sinceMs} />;
}
