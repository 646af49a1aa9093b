import { Icon } from '@plimsoll/ui';
import { copy } from '@plimsoll/ui/icons-screens';
import { useNotify } from 'ra-core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

interface CopyableProps {
  /** What is copied: the whole of it. */
  readonly value: string;
  /** What it is, for the word that it was copied: `Journal 88213`. */
  readonly name: string;
  /** What is shown, where that is less. */
  readonly children?: ReactNode;
}

/** A number, a name or a hash that is copied by a tap. */
export function Copyable({ value, name, children }: CopyableProps) {
  const t = useTranslations('console');
  const notify = useNotify();
  // Browsers lend the clipboard to secure pages only: elsewhere it says that it could not.
  const put = () =>
    (isSecureContext ? navigator.clipboard.writeText(value) : Promise.reject(new Error('no clipboard'))).then(
      () => notify(t('copy.done', { name }), { type: 'success' }),
      () => notify(t('copy.failed'), { type: 'warning' }),
    );
  return (
    <button
      type="button"
      className="hit inline-flex max-w-full items-center gap-1 rounded-xs text-start hover:text-water"
      title={t('copy.do')}
      onClick={() => void put()}
    >
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{children ?? value}</bdi>
      <Icon of={copy} size={14} className="text-ink-3" />
      <span className="sr">{t('copy.do')}</span>
    </button>
  );
}
