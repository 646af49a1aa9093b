import type { Notice } from '@plimsoll/contract';
import { Icon } from '@plimsoll/ui';
import { bell } from '@plimsoll/ui/icons-shell';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { wordsIn } from '../content/index.ts';
import { isUnread } from './reading.ts';

interface NoticeRowProps {
  readonly notice: Notice;
  readonly when: string;
  readonly exactly: string;
  readonly onOpen: () => void;
}

/** A notice of the list; unread ones have a lit bell. */
export function NoticeRow({ notice, when, exactly, onOpen }: NoticeRowProps) {
  const t = useTranslations('notices');
  const { title, content, addtime } = notice;
  const isNew = isUnread(notice);
  const excerpt = useMemo(() => wordsIn(content), [content]);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex w-full items-start gap-3 px-4 py-3.5 text-start active:bg-surface"
    >
      <span
        className={`grid size-10 flex-none place-items-center rounded-[12px] ${isNew ? 'bg-water-tint text-water' : 'bg-surface text-ink-3'}`}
      >
        <Icon of={bell} size={20} duo={isNew} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span
            dir="auto"
            title={title}
            className={`min-w-0 flex-1 truncate text-start ${isNew ? 'font-semibold' : 'text-ink-2'}`}
          >
            {title}
          </span>
          {isNew && (
            <>
              <span className="sr">{t('unread')}</span>
              <span className="size-2 flex-none rounded-full bg-water" />
            </>
          )}
        </span>
        <span dir="auto" title={excerpt} className="block truncate text-start text-13 text-ink-3">
          {excerpt}
        </span>
        <time dateTime={addtime} title={exactly} className="text-12 text-ink-3">
          {when}
        </time>
      </span>
    </button>
  );
}
