import type { SignIn } from '@plimsoll/contract';
import { LOGIN_HISTORY_DAYS } from '@plimsoll/contract/figures';
import { formatTime } from '@plimsoll/i18n';
import { Empty, EndlessList, Tag, useReading } from '@plimsoll/ui';
import { check, close } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../site/index.ts';
import { useDeviceName } from './device-name.ts';
import { useSignIns } from './queries.ts';

function Line({ line: { at, outcome, second, address, ...device } }: { readonly line: SignIn }) {
  const t = useTranslations('security.history');
  const reading = useReading();
  const nameOf = useDeviceName();
  return (
    <article className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium">{nameOf(device)}</span>
        <Tag kind={outcome === 'in' ? 'ok' : 'bad'} icon={outcome === 'in' ? check : close}>
          {t(outcome)}
        </Tag>
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-12 text-ink-3">
        <time dateTime={at}>
          <bdi>{formatTime(at, { ...reading, style: 'full' })}</bdi>
        </time>
        <span>
          {second !== null && <>{t('with', { second })} · </>}
          <bdi dir="ltr" className="n">
            {address}
          </bdi>
        </span>
      </p>
    </article>
  );
}

/** /security?view=history: logins, and failed attempts. */
export function HistoryPage() {
  const t = useTranslations('security');
  const pages = useSignIns();
  return (
    <>
      <PageHeader title={t('rows.history')} canGoBack />
      <p className="px-4 pb-3 text-14 text-ink-2">{t('history.text', { days: LOGIN_HISTORY_DAYS })}</p>
      <EndlessList
        pages={pages}
        keyOf={({ id }) => id}
        label={t('rows.history')}
        empty={<Empty title={t('history.none', { days: LOGIN_HISTORY_DAYS })} />}
      >
        {(line) => <Line line={line} />}
      </EndlessList>
    </>
  );
}
