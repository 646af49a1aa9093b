import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

/** A component in a chunk of its own; `LazyBoundary` draws it. */
export interface LazyPart<P extends object = object> {
  /** It, once its code was fetched. */
  readonly there: () => ComponentType<P> | undefined;
  /** Fetches what it needs ahead of need. */
  readonly warm: () => Promise<ComponentType<P>>;
  /** Fetches it because it is to be drawn now. */
  readonly draw: () => Promise<ComponentType<P>>;
}

/** A component whose code comes later: `load` fetches it ahead of need, `draw` where it is needed and was not. */
export function lazyPart<P extends object>(load: Load<P>, draw: Load<P> = load): LazyPart<P> {
  let Part: ComponentType<P> | undefined;
  const keeping = (fetch: Load<P>) => async () => (Part = (await fetch()).default);
  return { there: () => Part, warm: keeping(load), draw: keeping(draw) };
}

interface LazyBoundaryProps<P extends object> {
  readonly part: LazyPart<P>;
  readonly props: P;
  readonly fallback: ReactNode;
  /**
   * It comes by itself beside what the page is for: where its code cannot be fetched, what stands in for it stays. A
   * browser fetches no module twice.
   */
  readonly isBesides?: boolean;
  /** Comes and goes with it. */
  readonly children?: ReactNode;
}

/**
 * A part as soon as its code is there, and what stands in for it until then. React's own `lazy` would show what stands
 * in even where the code was fetched long ago, and for 300 ms at least. Throws what kept the code away, for the
 * boundary around it, unless the page can do without.
 */
export function LazyBoundary<P extends object>({
  part: { there, draw },
  props,
  fallback,
  isBesides,
  children,
}: LazyBoundaryProps<P>) {
  const [Part, setPart] = useState(there);
  const [error, setError] = useState<Error>();
  useEffect(() => {
    if (!Part) void draw().then((come) => setPart(() => come), setError);
  }, [Part, draw]);
  if (error && !isBesides) throw error;
  return Part ? (
    <>
      {children}
      <Part {...props} />
    </>
  ) : (
    fallback
  );
}
