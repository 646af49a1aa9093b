import { Icon } from '@plimsoll/ui';
import { copy } from '@plimsoll/ui/icons-screens';
import { useNotify } from 'ra-core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

interface CopyableProps {
  readonly value: string;
  /** Its name in the toast: `Journal 88213`. */
  readonly name: string;
  /** A shorter form to show. */
  readonly children?: ReactNode;
}

/** A value that a tap copies. */
export function Copyable({ value, name, children }: CopyableProps) {
  const t = useTranslations('console');
  const notify = useNotify();
  // The clipboard is for secure pages only.
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
