import { LazyBoundary } from '@plimsoll/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { whenIdle } from '../../platform/idle.ts';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import { OPEN_DIALOG } from '../../platform/open-dialog.ts';
import { useIsMember, usePanelOpen } from '../../platform/session.ts';
import { BALANCES_SIDE } from '../assets/index.ts';
import { MEMBER_PANEL } from '../membership/index.ts';
import { BarTools } from './bar-tools.tsx';
import { isWriting } from './key-names.ts';
import { Rail } from './rail.tsx';

export interface WideFrameProps {
  readonly path: string;
}

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const PALETTE = lazyScreen<PaletteProps>(['assets', 'market', 'wide'], () => import('./palette.tsx'));

/** Forms of money: the member's balances stand beside them. */
const BESIDE_BALANCES: readonly string[] = [
  '/recharge',
  '/withdrawal',
  '/exchangeb',
  '/transfer',
  '/changemoney',
  '/trade-account',
  '/loans',
  '/lockming',
  '/lockming-application',
  '/staking',
];

/** Ctrl-K, Cmd-K, and a slash where nothing is written. */
const opensPalette = (event: KeyboardEvent): boolean =>
  (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) ||
  (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target));

/** The frame of a wide window, and what its keys open. */
export default function WideFrame({ path }: WideFrameProps) {
  const isMember = useIsMember();
  const isPanelOpen = usePanelOpen();
  const [isFinding, setFinding] = useState(false);
  const [openings, setOpenings] = useState(0);
  const find = () => {
    setFinding(true);
    setOpenings(openings + 1);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !opensPalette(event)) return;
    // A dialog that lies over the page keeps the keyboard; Ctrl-K closes the palette again.
    if (!isFinding && document.querySelector(OPEN_DIALOG)) return;
    event.preventDefault();
    if (isFinding) setFinding(false);
    else find();
  });
  // What is typed while its code is on the way would be lost.
  useEffect(
    () =>
      void whenIdle()
        .then(PALETTE.warm)
        .catch(() => undefined),
    [],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <header>
        <Rail />
        <BarTools onFind={find} />
      </header>
      {isMember && BESIDE_BALANCES.includes(path) && (
        <LazyBoundary part={BALANCES_SIDE} props={{}} fallback={null} isBesides />
      )}
      {isMember && isPanelOpen && path !== '/' && (
        <LazyBoundary part={MEMBER_PANEL} props={{}} fallback={null} isBesides />
      )}
      {openings > 0 && (
        <LazyBoundary
          // Each has a dialog of its own: one that is still closing does not take the focus when it opens again.
          key={openings}
          part={PALETTE}
          props={{ open: isFinding, onClose: () => setFinding(false) }}
          fallback={null}
          isBesides
        />
      )}
    </>
  );
}
