import { LazyBoundary, Icon } from '@plimsoll/ui';
import { download, right } from '@plimsoll/ui/icons-screens';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useInstall } from '../../platform/install-offer.ts';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import { useSettings } from '../../platform/settings.ts';
import { appLink, isAddedByHand } from './app-link.ts';

const HOME_SCREEN_SHEET = lazyScreen(['install'], () => import('./home-screen-sheet.tsx'));

interface AppRowProps {
  readonly className: string;
  readonly valueClassName: string;
}

/** The app for this device: from its store, else installed by the browser, else added by hand. */
export function AppRow({ className, valueClassName }: AppRowProps) {
  const t = useTranslations('membership.panel');
  const settings = useSettings();
  const install = useInstall();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const link = appLink(settings, navigator.userAgent);
  const inside = (
    <>
      <Icon of={download} duo />
      <span>{t('getApp')}</span>
      <span className={valueClassName}>
        <Icon of={right} size={16} flip />
      </span>
    </>
  );
  if (link !== null)
    return (
      <a href={link} target="_blank" rel="noopener" className={className}>
        {inside}
      </a>
    );
  if (install)
    return (
      <button type="button" className={className} onClick={install}>
        {inside}
      </button>
    );
  if (!isAddedByHand(navigator)) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={className}
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      >
        {inside}
      </button>
      {wasOpened && (
        <LazyBoundary
          part={HOME_SCREEN_SHEET}
          props={{ open: isOpen, onClose: () => setOpen(false) }}
          fallback={null}
        />
      )}
    </>
  );
}
