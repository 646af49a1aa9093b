import { LazyBoundary, Icon } from '@plimsoll/ui';
import { globe } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSpoken } from '../../platform/language.ts';
import { lazyScreen } from '../../platform/lazy-screen.tsx';

const SHEET = lazyScreen([], () => import('./language-sheet.tsx'));

/** The present language, with the sheet that chooses another. */
export function LanguageButton({ className = '' }: { readonly className?: string }) {
  const t = useTranslations('app.language');
  const { language } = useSpoken();
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
        className={`flex h-11 items-center gap-1.5 rounded-md px-2 ${className}`}
      >
        <Icon of={globe} size={20} />
        <span className="sr">{t('button', { name: language.name })}</span>
        <span className="text-13 font-medium" aria-hidden="true">
          {t('short')}
        </span>
      </button>
      {wasOpened && (
        <LazyBoundary part={SHEET} props={{ open: isOpen, onClose: () => setOpen(false) }} fallback={null} />
      )}
    </>
  );
}
