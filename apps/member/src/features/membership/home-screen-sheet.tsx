import { Icon, Sheet } from '@plimsoll/ui';
import { download, share } from '@plimsoll/ui/icons-screens';
import { home } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';

/** How to add the app by hand, in three steps. */
export default function HomeScreenSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTranslations('install.homeScreen');
  const steps = [
    { icon: share, words: t('share') },
    { icon: download, words: t('add') },
    { icon: home, words: t('open') },
  ];
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <ol className="rows">
        {steps.map(({ icon, words }) => (
          <li key={words} className="flex min-h-14 items-center gap-3.5 py-2">
            <Icon of={icon} duo />
            {words}
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
