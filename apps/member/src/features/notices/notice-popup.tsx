import type { Notice } from '@plimsoll/contract';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { StoryPopup } from '../content/index.ts';
import { markRead } from './reading.ts';
import { storyOf } from './story.ts';
import { usePublishedAt } from './use-published-at.ts';

/** A notice over any page; closing it marks it read. */
export default function NoticePopup({ notice, onClosed }: { readonly notice: Notice; readonly onClosed: () => void }) {
  const t = useTranslations('notices');
  const { exactly } = usePublishedAt();
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    void markRead(notice);
  };
  return (
    <StoryPopup
      story={storyOf(notice)}
      when={exactly(notice.addtime)}
      open={isOpen}
      isUnasked
      onClose={close}
      onGone={onClosed}
      done={t('gotIt')}
    />
  );
}
