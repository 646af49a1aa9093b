import type { MarketItem } from '@plimsoll/contract';
import { Icon, IconButton } from '@plimsoll/ui';
import { star, starOn } from '@plimsoll/ui/icons-star';
import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../platform/router.tsx';
import { useIsMember } from '../../platform/session.ts';
import { changeFavourite } from './use-favourites.ts';

interface StarProps {
  readonly market: Pick<MarketItem, 'id' | 'title'>;
  readonly isOn: boolean;
  readonly className?: string;
}

/** The star on a market's row: adds it to the member's favourites or removes it. Leads a visitor to login. */
export function Star({ market: { id, title }, isOn, className = '' }: StarProps) {
  const t = useTranslations('favourites');
  const isMember = useIsMember();
  const button = useRef<HTMLButtonElement>(null);
  const refocus = useRef<'quietly' | 'scrolling' | null>(null);
  // The row moves with its star, and an element that is moved loses the focus.
  useLayoutEffect(() => {
    if (refocus.current !== null) button.current?.focus({ preventScroll: refocus.current === 'quietly' });
    refocus.current = null;
  });
  const change = () => {
    if (!isMember) {
      navigate('/login');
      return;
    }
    if (document.activeElement === button.current)
      refocus.current = button.current?.matches(':focus-visible') === true ? 'scrolling' : 'quietly';
    changeFavourite(id, !isOn);
  };
  return (
    <IconButton
      ref={button}
      mini
      label={t('star', { market: title })}
      title={t(isOn ? 'remove' : 'add')}
      aria-pressed={isOn}
      onClick={change}
      className={`z-1 text-ink-3 aria-pressed:text-warn ${className}`}
    >
      <Icon of={isOn ? starOn : star} size={20} />
    </IconButton>
  );
}
