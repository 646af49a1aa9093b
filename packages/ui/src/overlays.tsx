import { useState } from 'react';
import type { DialogProps } from './dialog-popup.tsx';
import { LazyBoundary, lazyPart, type LazyPart } from './lazy-part.tsx';
import type { PanelProps } from './panel-drawer.tsx';
import type { SheetProps } from './sheet-drawer.tsx';

export type { DialogProps, PanelProps, SheetProps };

const SHEET = lazyPart<SheetProps>(() => import('./sheet-drawer.tsx'));
const PANEL = lazyPart<PanelProps>(() => import('./panel-drawer.tsx'));
const DIALOG = lazyPart<DialogProps>(() => import('./dialog-popup.tsx'));

/** Loads the code of all overlays in idle time, so that the first one opens at once. */
export const warmOverlays = (): Promise<unknown> => Promise.all([SHEET, PANEL, DIALOG].map(({ warm }) => warm()));

/** Draws nothing before the first opening. */
function onDemand<P extends { readonly open: boolean }>(part: LazyPart<P>) {
  return function OnDemand(props: P) {
    const [wasOpen, setWasOpen] = useState(props.open);
    if (props.open && !wasOpen) setWasOpen(true);
    if (!wasOpen) return null;
    return <LazyBoundary part={part} props={props} fallback={null} />;
  };
}

/** A sheet from below: closes by drag, back gesture, Escape, its cross and a tap beside it. */
export const Sheet = onDemand(SHEET);
/** A panel from the reading side: closes like a sheet. */
export const Panel = onDemand(PANEL);
/** A confirmation: two buttons, the verb on the right one. */
export const Dialog = onDemand(DIALOG);
