import { useEffect, useMemo, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import { createStore, useStore } from './store.ts';

/**
 * Where the reader is, and how to go elsewhere. All routes of the app are fixed paths, so that looking one up in a list
 * is all the matching there is: this is a hundredth of the code of a general router, and the first load has no room for
 * one.
 */
export interface Place {
  readonly pathname: string;
  /** With its question mark; empty without. */
  readonly search: string;
  /** Changes with every navigation. */
  readonly key: string;
  /** Pages of this visit that lie behind. */
  readonly depth: number;
}

interface Step {
  readonly key?: string;
  readonly depth?: number;
  /** The step was added by what lies over a page: that page lies behind whatever takes its place. */
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

const place = createStore<Place>(placeNow());

/** Each page is read from its top, this long after one arrived (PRODUCT 1). */
const TOP_AFTER_MS = 50;

/** Pages that are only to be had in a document of their own, by their paths. */
let isApart: (pathname: string) => boolean = () => false;
/** From now on such pages are loaded anew when they are come to, because of what has run in this document. */
export const keepApart = (pages: typeof isApart): void => {
  isApart = pages;
};

function arrive(): void {
  const next = placeNow();
  if (isApart(next.pathname)) {
    // Before anything of the page is drawn. Its step in the history stays what it is.
    location.reload();
    return;
  }
  const now = place.get();
  // A step that an overlay added or took away leads to the same place.
  if (next.key !== now.key || next.pathname !== now.pathname || next.search !== now.search) {
    place.set(next);
    setTimeout(() => scrollTo(0, 0), TOP_AFTER_MS);
  }
}
addEventListener('popstate', arrive);

export interface NavigateOptions {
  /** Takes the place of the present page in the history. */
  readonly replace?: boolean | undefined;
}

/** Goes to a path of the app, or so many pages back. */
export function navigate(to: string | number, { replace = false }: NavigateOptions = {}): void {
  if (typeof to === 'number') {
    history.go(to);
    return;
  }
  const { depth } = place.get();
  const takesPlace = replace && stepNow().overlay === undefined;
  const step: Step = { key: Math.random().toString(36).slice(2), depth: takesPlace ? depth : depth + 1 };
  if (replace) history.replaceState(step, '', to);
  else history.pushState(step, '', to);
  arrive();
}

/** Leaves a page that is done with, and what lies over it: for home, or for the page it was opened from. */
export function leavePage(to: 'home' | 'back'): void {
  const { depth } = place.get();
  if (to === 'home' || depth === 0) navigate('/', { replace: true });
  else navigate(stepNow().overlay === undefined ? -1 : -2);
}

export const useLocation = (): Place => useStore(place);

/** The query of the address, and a way to set it. */
export function useSearchParams(): readonly [
  URLSearchParams,
  (next: URLSearchParams | Readonly<Record<string, string>>, options?: NavigateOptions) => void,
] {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  return [params, (next, options) => navigate(`${pathname}?${new URLSearchParams(next)}`, options)];
}

/** Leads elsewhere as soon as it is drawn. */
export function Navigate({ to, replace }: NavigateOptions & { readonly to: string }) {
  useEffect(() => navigate(to, { replace }), [to, replace]);
  return null;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  readonly to: string;
}

/** A link inside the app. Opened in a new tab as any link is; a click goes there without loading the page anew. */
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
    // Where one already is needs no second step in the history.
    navigate(to, { replace: replace ?? to === location.pathname + location.search });
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
