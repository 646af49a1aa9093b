import {
  createContext,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { createStore, useStore } from './store.ts';

/**
 * The present place, and how to go elsewhere. All routes are fixed paths, so that no general router is needed in the
 * first load.
 */
export interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly key: string;
  readonly depth: number;
  /** It was reached by a tap on a link. */
  readonly isTapped?: boolean;
}

interface Step {
  readonly key?: string;
  readonly depth?: number;
  /** The step was added by an overlay: the page under it is behind whatever replaces it. */
  readonly overlay?: number;
}

function stepNow(): Step {
  const state: Step | null = history.state;
  return state ?? {};
}

function placeNow(): Place {
  const { key = 'first', depth = 0 } = stepNow();
  return { pathname: location.pathname, search: location.search, key, depth };
}

const FIRST = placeNow();
const place = createStore<Place>(FIRST);

/** Each page is read from its top, this long after it was drawn (PRODUCT 1). */
const TOP_AFTER_MS = 50;
/** A page that prices interrupt again and again is drawn in one go after this. */
const LATEST_MS = 500;

/** Pages that need a document of their own, by their paths. */
let needsReload: (pathname: string) => boolean = () => false;
/** From now on such pages are reloaded when they are opened. */
export const reloadOn = (pages: typeof needsReload): void => {
  needsReload = pages;
};

function arrive(isTapped = false): void {
  const next: Place = { ...placeNow(), isTapped };
  if (needsReload(next.pathname)) {
    // Before anything of the page is drawn. Its step in the history stays.
    location.reload();
    return;
  }
  const now = place.get();
  // A step that an overlay added or removed leads to the same place.
  if (next.key !== now.key || next.pathname !== now.pathname || next.search !== now.search) place.set(next);
}
addEventListener('popstate', () => arrive());

export interface NavigateOptions {
  readonly replace?: boolean | undefined;
  readonly isTapped?: boolean;
}

/**
 * Goes to a path of the app, or so many pages back. What is opened from an overlay takes its step in the history; of
 * several over each other the upper one's alone.
 */
export function navigate(to: string | number, { replace = false, isTapped }: NavigateOptions = {}): void {
  if (typeof to === 'number') {
    history.go(to);
    return;
  }
  const { depth } = place.get();
  const isOver = stepNow().overlay !== undefined;
  const step: Step = { key: Math.random().toString(36).slice(2), depth: replace && !isOver ? depth : depth + 1 };
  // Otherwise Back would lead to an overlay that is closed.
  if (replace || isOver) history.replaceState(step, '', to);
  else history.pushState(step, '', to);
  arrive(isTapped);
}

/**
 * Made before something is waited for: whether the member is still on that page, or on it again. The step of an overlay
 * is the same page.
 */
export function stillHere(): () => boolean {
  const { key } = place.get();
  return () => place.get().key === key;
}

/** Leaves a finished page and its overlays: for home, or for the page it was opened from, else for `otherwise`. */
export function leavePage(to: 'home' | 'back', otherwise = '/'): void {
  const { depth } = place.get();
  if (to === 'home') navigate('/', { replace: true });
  else if (depth === 0) navigate(otherwise, { replace: true });
  else if (stepNow().overlay === undefined) navigate(-1);
  else {
    // The overlay removes no step of its own then (`overlay-history.ts`).
    dispatchEvent(new Event('leaving'));
    navigate(-2);
  }
}

let isGoingBack = false;
const gone = () => {
  isGoingBack = false;
};
addEventListener('popstate', gone);
// The page before was another document, and this one is shown again.
addEventListener('pageshow', gone);
/** The button at a page's top, like the back gesture: a page that holds its reader asks. The first page leads home. */
export function goBack(): void {
  // A second tap is meant for the same page.
  if (isGoingBack) return;
  isGoingBack = place.get().depth > 0 || stepNow().overlay !== undefined;
  if (isGoingBack) navigate(-1);
  else navigate('/', { replace: true });
}

/** Where the member goes: what was tapped shows it before the page is drawn. */
export const useNextPlace = (): Place => useStore(place);

const Shown = createContext(FIRST);

/** The place that is drawn. */
export const useLocation = (): Place => use(Shown);

/**
 * Gives the screens their place. After a tap on a link the present page stays until the next one is made, so that the
 * tap is answered first.
 */
export function ShownPlace({ children }: { readonly children: ReactNode }) {
  const next = useNextPlace();
  const made = useDeferredValue(next);
  const [due, setDue] = useState(next);
  const shown = next.isTapped && next !== due && next.pathname !== made.pathname ? made : next;
  useEffect(() => {
    const timer = setTimeout(setDue, LATEST_MS, next);
    return () => clearTimeout(timer);
  }, [next]);
  useEffect(() => {
    if (shown !== FIRST) setTimeout(scrollTo, TOP_AFTER_MS, 0, 0);
  }, [shown]);
  return <Shown value={shown}>{children}</Shown>;
}

/** The query of the address, and a way to set it. */
export function useSearchParams(): readonly [
  URLSearchParams,
  (next: URLSearchParams | Readonly<Record<string, string>>, options?: NavigateOptions) => void,
] {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  return [params, (next, options) => navigate(`${pathname}?${new URLSearchParams(next)}`, options)];
}

/** Navigates as soon as it is drawn. */
export function Navigate({ to, replace }: NavigateOptions & { readonly to: string }) {
  useEffect(() => navigate(to, { replace }), [to, replace]);
  return null;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  readonly to: string;
}

/** A link inside the app; a click does not reload the page. */
export function Link({ to, replace, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    // The present page needs no second step in the history. What takes the place of an overlay closes it at once.
    navigate(to, { replace: replace ?? to === location.pathname + location.search, isTapped: !replace });
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
