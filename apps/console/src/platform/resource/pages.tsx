import { formatDecimal } from '@plimsoll/i18n';
import { IconButton, Icon, useReading } from '@plimsoll/ui';
import { left, right } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';

interface PagesProps {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  /** The count stops at `total`. */
  readonly isCapped: boolean;
  readonly onPage: (page: number) => void;
}

/** The page's rows and the way to other pages. Nothing when all are shown. */
export function Pages({ page, perPage, total, isCapped, onPage }: PagesProps) {
  const t = useTranslations('console');
  const { language } = useReading();
  if (total <= perPage) return null;
  const figure = (value: number) => formatDecimal(String(value), { language });
  const last = Math.ceil(total / perPage);
  return (
    <nav aria-label={t('list.pages')} className="flex items-center justify-end gap-1 text-13 text-ink-3">
      <span>
        {t(isCapped ? 'list.rangeOfMany' : 'list.range', {
          from: figure((page - 1) * perPage + 1),
          to: figure(Math.min(total, page * perPage)),
          total: figure(total),
        })}
      </span>
      <IconButton
        label={t('list.before')}
        disabled={page <= 1}
        className="disabled:text-ink-3 disabled:opacity-50"
        onClick={() => onPage(page - 1)}
      >
        <Icon of={left} size={20} flip />
      </IconButton>
      <IconButton
        label={t('list.after')}
        disabled={page >= last}
        className="disabled:text-ink-3 disabled:opacity-50"
        onClick={() => onPage(page + 1)}
      >
        <Icon of={right} size={20} flip />
      </IconButton>
    </nav>
  );
}
