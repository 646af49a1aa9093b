import { useBackToClose } from '@plimsoll/ui';
import { act, render, renderHook, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { goBack, leavePage, Link, navigate, ShownPlace, useLocation, useNextPlace } from './router.tsx';

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
  vi.restoreAllMocks();
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

/** How far the browser was asked to go, where it has not gone yet. */
function slowHistory(): number[] {
  const asked: number[] = [];
  vi.spyOn(history, 'go').mockImplementation((delta = 0) => {
    asked.push(delta);
  });
  return asked;
}
const arrived = () => act(async () => dispatchEvent(new PopStateEvent('popstate')));

test('a page that is left with the overlay over it is left once, however late the browser goes', async () => {
  const close = vi.fn<() => void>();
  navigate('/assets');
  navigate('/withdrawal');
  const { rerender } = renderHook(({ isOpen }) => useBackToClose(isOpen, close), { initialProps: { isOpen: true } });
  const asked = slowHistory();
  leavePage('back');
  rerender({ isOpen: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([-2]);
  navigate('/assets', { replace: true });
  await arrived();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([-2]);
});

test('a page that is opened from an overlay takes its step, so that Back leads to the page under it', async () => {
  navigate('/assets');
  const { depth } = history.state as { readonly depth: number };
  const { rerender } = renderHook(({ isOpen }) => useBackToClose(isOpen, () => {}), {
    initialProps: { isOpen: true },
  });
  const steps = history.length;
  const asked = slowHistory();
  navigate('/login');
  rerender({ isOpen: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(history.length).toBe(steps);
  expect(history.state).toMatchObject({ depth: depth + 1 });
  expect(history.state).not.toHaveProperty('overlay');
  // Nothing is left to be removed.
  expect(asked).toEqual([]);
});

test('a second tap on Back before the page is left goes no further', async () => {
  navigate('/assets');
  const asked = slowHistory();
  goBack();
  goBack();
  expect(asked).toEqual([-1]);
  await arrived();
  goBack();
  expect(asked).toEqual([-1, -1]);
  // It was another document's, and the member comes forward to this one.
  dispatchEvent(new Event('pageshow'));
  goBack();
  expect(asked).toEqual([-1, -1, -1]);
  await arrived();
});
