import { Note } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';

/** A note on whom a change applies to. */
export function KeepsNote() {
  const t = useTranslations('console-catalogue');
  return (
    <div className="mb-4">
      <Note icon={info}>{t('products.keeps')}</Note>
    </div>
  );
}
