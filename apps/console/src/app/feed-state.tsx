import { Live } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useOverview } from '../platform/overview.ts';

/** Where prices come from, and how many of the markets are fresh. */
export function FeedState() {
  const t = useTranslations('console');
  const { data } = useOverview();
  if (!data) return null;
  const { kind, fresh, markets } = data.feed;
  return (
    <Live old={!fresh}>
      {t('feed', { kind, fresh: markets.filter((each) => each.fresh).length, all: markets.length })}
    </Live>
  );
}
