import { Count } from '@plimsoll/ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { optionsBadge } from '../../platform/badge.ts';
import { forgetVisit, recallVisit, rememberVisit } from '../../platform/storage.ts';

function Badge({ count }: { readonly count: number }) {
  const t = useTranslations('options.list');
  return (
    <span className="absolute start-[calc(50%+6px)] top-1 min-w-4 rounded-full bg-water-fill px-1 text-center text-11/4 font-semibold text-on-water outline-2 outline-bg">
      <span className="sr">{t('settled')} </span>
      <Count value={count} />
    </span>
  );
}

/** Marks the tab of the options with how many ended elsewhere; kept for the visit, until that screen is opened. */
export function useBadge(isOnOptions: boolean): () => void {
  const [count, setCount] = useState(() => Number(recallVisit('ended') ?? '0'));
  if (isOnOptions && count !== 0) setCount(0);
  useEffect(() => {
    if (count === 0) forgetVisit('ended');
    else rememberVisit('ended', String(count));
    optionsBadge.set(count === 0 ? null : <Badge count={count} />);
  }, [count]);
  useEffect(() => () => optionsBadge.set(null), []);
  return () => setCount((now) => now + 1);
}
