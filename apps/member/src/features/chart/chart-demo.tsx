import { lazyScreen } from '../../platform/lazy-screen.tsx';

const LATER = lazyScreen(['chart'], () => import('./chart-demo-screen.tsx'));

/** /charts/demo; fetches its code when it is first drawn. */
export function ChartDemo() {
  return <LATER.Screen />;
}
