import { Live } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useOverview } from '../platform/overview.ts';

/** The feed's state, and how many markets are fresh. */
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
