import type { Notice } from '@plimsoll/contract';
import { SkeletonBlock, Empty, EndlessList, StaleBar, useIsOnline } from '@plimsoll/ui';
import { offline } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSpoken } from '../../platform/language.ts';
import { StoryPopup } from '../content/index.ts';
import { PageHeader } from '../site/index.ts';
import { NoticeRow } from './notice-row.tsx';
import { useNotices } from './queries.ts';
import { markRead } from './reading.ts';
import { storyOf } from './story.ts';
import { usePublishedAt } from './use-published-at.ts';

const Skeleton = () => (
  <div className="rows">
    {Array.from({ length: 7 }, (_, row) => (
      <div key={row} className="flex items-start gap-3 px-4 py-3.5">
        <SkeletonBlock width={40} height={40} className="flex-none !rounded-[12px]" />
        <span className="flex-1">
          <SkeletonBlock width={130 + ((row * 41) % 80)} height={14} />
          <SkeletonBlock height={10} className="mt-2.5" />
          <SkeletonBlock width={70} height={9} className="mt-2.5" />
        </span>
      </div>
    ))}
  </div>
);

/** /notify: the member's notices, newest first. */
export default function NoticesScreen() {
  const t = useTranslations('notices');
  const app = useTranslations('app');
  const { code } = useSpoken();
  const pages = useNotices(code);
  const isOnline = useIsOnline();
  const { briefly, exactly } = usePublishedAt();
  const [read, setRead] = useState<Notice | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (notice: Notice) => {
    setRead(notice);
    setOpen(true);
    void markRead(notice);
  };
  return (
    <>
      <PageHeader title={app('titles.notices')} canGoBack />
      {!isOnline && <StaleBar icon={offline}>{t('offline')}</StaleBar>}
      <EndlessList
        pages={pages}
        keyOf={({ id }) => id}
        label={app('titles.notices')}
        skeleton={<Skeleton />}
        empty={<Empty title={t('none')} text={t('noneText')} className="pt-20" />}
      >
        {(notice) => (
          <NoticeRow
            notice={notice}
            when={briefly(notice.addtime)}
            exactly={exactly(notice.addtime)}
            onOpen={() => open(notice)}
          />
        )}
      </EndlessList>
      <StoryPopup
        story={read && storyOf(read)}
        when={read && exactly(read.addtime)}
        open={isOpen}
        onClose={() => setOpen(false)}
        done={t('gotIt')}
      />
    </>
  );
}
