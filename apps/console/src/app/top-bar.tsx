import { Tag } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useServerNow } from '../platform/server-time.ts';
import { useOperator } from '../platform/use-operator.ts';
import { FeedState } from './feed-state.tsx';
import { OperatorMenu } from './operator-menu.tsx';

const SECOND_MS = 1000;

function UtcClock() {
  const nowMs = useServerNow(SECOND_MS);
  return (
    <time className="n text-ink-3" aria-hidden="true">
      {new Date(nowMs).toISOString().slice(11, 19)} UTC
    </time>
  );
}

/** The bar above every screen: its name, the feed, the time, the operator. */
export function TopBar({ title }: { readonly title: string }) {
  const t = useTranslations('console');
  const operator = useOperator();
  return (
    <header className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2 wide:px-7">
      <h1 className="me-auto text-20 font-semibold">{title}</h1>
      <FeedState />
      <UtcClock />
      {operator?.isDemo && <Tag kind="info">{t('demo')}</Tag>}
      {operator && <OperatorMenu operator={operator} />}
    </header>
  );
}
