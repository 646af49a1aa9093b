import { lazy, Suspense, useState, type ComponentType, type LazyExoticComponent } from 'react';
import type { DialogProps } from './dialog-popup.tsx';
import type { PanelProps } from './panel-drawer.tsx';
import type { SheetProps } from './sheet-drawer.tsx';

export type { DialogProps, PanelProps, SheetProps };

const LazySheet = lazy(() => import('./sheet-drawer.tsx'));
const LazyPanel = lazy(() => import('./panel-drawer.tsx'));
const LazyDialog = lazy(() => import('./dialog-popup.tsx'));

/** Fetches the code of all overlays, so that the first one opens at once. For idle time. */
export const warmOverlays = (): Promise<unknown> =>
  Promise.all([import('./sheet-drawer.tsx'), import('./panel-drawer.tsx'), import('./dialog-popup.tsx')]);

/** Draws nothing before the first opening. */
function onDemand<P extends { readonly open: boolean }>(Overlay: LazyExoticComponent<ComponentType<P>>) {
  return function OnDemand(props: P) {
    const [wasOpen, setWasOpen] = useState(props.open);
    if (props.open && !wasOpen) setWasOpen(true);
    if (!wasOpen) return null;
    return <Suspense><Overlay {...props} /></Suspense>;
  };
}

/** A sheet from below: closes by drag, back gesture, Escape, its cross and a tap beside it. */
export const Sheet = onDemand<SheetProps>(LazySheet as LazyExoticComponent<ComponentType<SheetProps>>);
/** A panel from the reading side: closes like a sheet. */
export const Panel = onDemand<PanelProps>(LazyPanel as LazyExoticComponent<ComponentType<PanelProps>>);
/** The last yes before something happens: what leaves, what comes, what can be lost; two buttons, the verb on the right one. */
export const Dialog = onDemand<DialogProps>(LazyDialog as LazyExoticComponent<ComponentType<DialogProps>>);
