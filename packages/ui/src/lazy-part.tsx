import { Component, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useIsOnline } from './online.ts';

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

/** A component in a chunk of its own; `LazyBoundary` draws it. */
export interface LazyPart<P extends object = object> {
  /** The component, once it is loaded. */
  readonly there: () => ComponentType<P> | undefined;
  /** Loads it ahead of need. */
  readonly warm: () => Promise<ComponentType<P>>;
  /** Loads it because it is to be drawn now. */
  readonly draw: () => Promise<ComponentType<P>>;
}

/** A component whose code is loaded later: by `load` ahead of need, by `draw` when needed. */
export function lazyPart<P extends object>(load: Load<P>, draw: Load<P> = load): LazyPart<P> {
  let Part: ComponentType<P> | undefined;
  const keeping = (fetch: Load<P>) => async () => (Part = (await fetch()).default);
  return { there: () => Part, warm: keeping(load), draw: keeping(draw) };
}

interface BoundedProps {
  /** Without one the error goes on. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

interface BoundedState {
  readonly error?: unknown;
  /** The path at which it broke. */
  readonly at?: string | undefined;
}

/** Keeps an error of its children inside: the fallback is drawn in their place, until it is drawn at another path. */
export class Bounded extends Component<BoundedProps, BoundedState> {
  override state: BoundedState = {};

  static getDerivedStateFromError(error: unknown): BoundedState {
    return { error, at: location.pathname };
  }

  static getDerivedStateFromProps(_props: BoundedProps, { at }: BoundedState): BoundedState | null {
    return at && at !== location.pathname ? { at: undefined } : null;
  }

  override render() {
    const { error, at } = this.state;
    const { fallback, children } = this.props;
    if (!at) return children;
    if (fallback === undefined) throw error;
    return fallback;
  }
}

interface LazyBoundaryProps<P extends object> {
  readonly part: LazyPart<P>;
  readonly props: P;
  readonly fallback: ReactNode;
  /** It is not what the page is for: where its code is unavailable, or breaks, there is the fallback. */
  readonly isBesides?: boolean;
  /** It is the page itself, whose boundary shows what a device that is offline lacks. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

/**
 * A part as soon as its code is loaded, and its fallback until then. React's own `lazy` would show the fallback for
 * at least 300 ms. Offline, a part of a page waits for the connection: what is written beside it stays. Otherwise
 * throws why the code is unavailable, unless the page can do without.
 */
export function LazyBoundary<P extends object>({
  part: { there, draw },
  props,
  fallback,
  isBesides,
  isPage,
  children,
}: LazyBoundaryProps<P>) {
  const [Part, setPart] = useState(there);
  const [error, setError] = useState<Error>();
  const isOnline = useIsOnline();
  useEffect(() => {
    if (!Part)
      void draw()
        // One that was begun before a cut fails after it, and whoever joined it with it.
        .catch(draw)
        .then(
          (come) => setPart(() => come),
          (why) => (isPage || (isOnline && navigator.onLine)) && setError(why),
        );
  }, [Part, draw, isPage, isOnline]);
  if (error && !isBesides) throw error;
  return (
    <Bounded fallback={isBesides ? fallback : undefined}>
      {Part ? (
        <>
          {children}
          <Part {...props} />
        </>
      ) : (
        fallback
      )}
    </Bounded>
  );
}
