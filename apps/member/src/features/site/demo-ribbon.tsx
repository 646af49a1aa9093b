import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';

/** That this is a demo; nothing in live mode. */
export function DemoRibbon() {
  const t = useTranslations('app.demo');
  const { demo } = useSettings();
  if (demo !== 1) return null;
  return (
    <div className="ribbon relative z-1 flex min-h-(--ribbon) items-center justify-center gap-1.5 bg-surface px-4 text-11 text-ink-2">
      <b className="text-water">{t('word')}</b>
      <span>{t('text')}</span>
    </div>
  );
}
