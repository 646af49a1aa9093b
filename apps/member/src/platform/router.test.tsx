import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Link, navigate, ShownPlace, useLocation, useNextPlace } from './router.tsx';

/** What was drawn, one after the other: the tab that is current, and the page over it. */
const drawn: string[] = [];
const scroll = vi.fn<typeof scrollTo>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', scroll);
  drawn.length = 0;
  scroll.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => {});

function Page() {
  const { pathname } = useLocation();
  const next = useNextPlace();
  drawn.push(`${next.pathname} over ${pathname}`);
  // Stands for a page that takes long to make.
  if (pathname === '/assets') use(never);
  return <h1>{pathname}</h1>;
}

function draw() {
  render(
    <ShownPlace>
      <Link to="/market">Market</Link>
      <Link to="/assets">Assets</Link>
      <Suspense fallback="being made">
        <Page />
      </Suspense>
    </ShownPlace>,
  );
  drawn.length = 0;
}
const tap = (name: string) => act(async () => screen.getByRole('link', { name }).click());

test('a tap on a link is answered by the page that is there; then the next one is drawn, and read from its top', async () => {
  draw();
  await tap('Market');
  expect(drawn).toEqual(['/market over /', '/market over /market']);
  expect(scroll).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(scroll).toHaveBeenCalledExactlyOnceWith(0, 0);
});

test('a page that the app opens by itself is drawn at once', async () => {
  draw();
  await act(async () => navigate('/market'));
  expect(drawn).toEqual(['/market over /market']);
});

test('what is in an address beside its path is drawn at once', async () => {
  draw();
  await act(async () => navigate('/?view=own', { isTapped: true }));
  expect(drawn).toEqual(['/ over /']);
});

test('a page that is not made in time takes the place of the one before it', async () => {
  draw();
  await tap('Assets');
  expect(screen.getByRole('heading').textContent).toBe('/');
  expect(screen.queryByText('being made')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(screen.queryByText('being made')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('being made')).toBeTruthy();
});
