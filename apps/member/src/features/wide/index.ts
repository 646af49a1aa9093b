/** What stands around every page from 1024 px up: the rail, the tools of the bar, and the palette. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import wideStyles from '../../wide.css?url';
import type { WideFrameProps } from './wide-frame.tsx';

export const WIDE_FRAME = lazyScreen<WideFrameProps>(['wide'], () => import('./wide-frame.tsx'), wideStyles);
