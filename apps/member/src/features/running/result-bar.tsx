import { Icon, IconButton, loneLinkClass, overlays, type IconShape, type Way } from '@plimsoll/ui';
import { close } from '@plimsoll/ui/icons-shell';
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';

/** How long a result is shown (DESIGN 1.2); then it is in its list. */
const STAY_MS = 6000;

const EDGES: Readonly<Record<Way, string>> = { up: 'border-up', down: 'border-dn', flat: 'border-water-fill' };
const INKS: Readonly<Record<Way, string>> = { up: 'text-up', down: 'text-dn', flat: 'text-water' };

function subscribeSeen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether a result can be read now: the page is visible and nothing lies over it. */
export function useCanShow(): boolean {
  const isSeen = useSyncExternalStore(subscribeSeen, () => !document.hidden);
  const isCovered = useSyncExternalStore(overlays.subscribe, overlays.isAny);
  return isSeen && !isCovered;
}

export interface ResultBarProps {
  /** The outcome's ink. */
  readonly way: Way;
  readonly icon: IconShape;
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly more: { readonly label: string } & ({ readonly to: string } | { readonly run: () => void });
  readonly onOver: () => void;
}

/** What came of something, for six seconds, longer while it is pointed at or has the focus. */
export function ResultBar({ way, icon, title, text, more, onOver }: ResultBarProps) {
  const kit = useTranslations('app.kit');
  const [isHeld, setHeld] = useState(false);
  const onEnd = useEffectEvent(onOver);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onEnd(), STAY_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <div
      className={`risen flex min-h-15 items-center gap-3 border-t-2 bg-surface py-2 ps-4 pe-1.5 text-14 ${EDGES[way]}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={icon} className={INKS[way]} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        <p className="text-12 text-ink-2">{text}</p>
      </div>
      {'to' in more ? (
        <Link to={more.to} onClick={onOver} className={`${loneLinkClass} text-14`}>
          {more.label}
        </Link>
      ) : (
        <button
          type="button"
          className={`${loneLinkClass} text-14`}
          onClick={() => {
            onOver();
            more.run();
          }}
        >
          {more.label}
        </button>
      )}
      <IconButton label={kit('dismiss')} className="text-ink-2" onClick={onOver}>
        <Icon of={close} size={20} />
      </IconButton>
    </div>
  );
}
