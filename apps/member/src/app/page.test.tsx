import { LazyBoundary, lazyPart } from '@plimsoll/ui';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../testing/form.tsx';
import { loadedWhenIdle } from '../platform/lazy-screen.tsx';
import { Page } from './page.tsx';

function Broken(): never {
  throw new Error('broken');
}
/** Whether what stands beside a page breaks. */
const beside = { isBroken: true };
const Beside = () => (beside.isBroken ? <Broken /> : <p>Beside</p>);
vi.mock('./tab-bar.tsx', () => ({ TabBar: () => <Beside /> }));
vi.mock('../platform/idle.ts', () => ({ whenIdle: () => Promise.resolve() }));

const SCREEN = lazyPart(async () => ({ default: () => <h1>The page</h1> }));
const BROKEN = lazyPart(async () => ({ default: Broken }));

test('what breaks beside a page takes nothing with it', async () => {
  const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = loadedWhenIdle(BROKEN);
  await BROKEN.warm();
  draw(
    <>
      <Page path="/" tabs screen={SCREEN} />
      <Part />
    </>,
  );
  await screen.findByRole('heading', { name: 'The page' });
  await waitFor(() => expect(noted.mock.calls.length).toBeGreaterThanOrEqual(2));
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy();
  noted.mockRestore();
});

test('what broke beside a page is drawn again with the next page, and what did not break stays', async () => {
  const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = loadedWhenIdle(lazyPart(async () => ({ default: Beside })));
  const page = (path: string) => {
    history.replaceState(null, '', path);
    return (
      <>
        <Page path={path} tabs screen={SCREEN} />
        <Part />
      </>
    );
  };
  const redraw = draw(page('/'));
  await waitFor(() => expect(noted.mock.calls.length).toBeGreaterThanOrEqual(2));
  expect(screen.queryByText('Beside')).toBeNull();
  beside.isBroken = false;
  redraw(page('/market'));
  await waitFor(() => expect(screen.getAllByText('Beside')).toHaveLength(2));
  const drawn = screen.getAllByText('Beside');
  redraw(page('/assets'));
  await screen.findByRole('heading', { name: 'The page' });
  expect(screen.getAllByText('Beside')).toEqual(drawn);
  noted.mockRestore();
});

test('what breaks in a page is the page that is broken', async () => {
  const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  draw(<Page path="/" tabs={false} screen={BROKEN} />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  noted.mockRestore();
});

/** The device goes offline, or online again. */
const connect = (isOnline: boolean): void => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};

test('offline, a part of a page waits for the connection, and what stands beside it stays', async () => {
  const load = vi.fn<() => Promise<{ readonly default: () => ReactNode }>>();
  load.mockRejectedValue(new Error('no network'));
  const rows = lazyPart(load);
  const form = lazyPart(async () => ({
    default: () => (
      <>
        <h1>The form</h1>
        <LazyBoundary part={rows} props={{}} fallback={<p>Rows to come</p>} />
      </>
    ),
  }));
  await form.warm();
  connect(false);
  draw(<Page path="/" tabs={false} screen={form} />);
  await act(() => Promise.allSettled(load.mock.results.map(({ value }) => value as Promise<unknown>)));
  expect(screen.getByText('Rows to come')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'The form' })).toBeTruthy();
  load.mockResolvedValue({ default: () => <p>The rows</p> });
  connect(true);
  expect(await screen.findByText('The rows')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'The form' })).toBeTruthy();
  vi.restoreAllMocks();
});

test('what was asked for before a cut and fails after it is asked for again', async () => {
  const asked = Promise.withResolvers<never>();
  const load = vi.fn<() => Promise<{ readonly default: () => ReactNode }>>();
  load.mockReturnValue(asked.promise);
  const rows = lazyPart(load);
  const form = lazyPart(async () => ({
    default: () => <LazyBoundary part={rows} props={{}} fallback={<p>Rows to come</p>} />,
  }));
  await form.warm();
  draw(<Page path="/" tabs={false} screen={form} />);
  await screen.findByText('Rows to come');
  connect(false);
  connect(true);
  load.mockResolvedValue({ default: () => <p>The rows</p> });
  asked.reject(new Error('the network changed'));
  expect(await screen.findByText('The rows')).toBeTruthy();
  vi.restoreAllMocks();
});

test('offline, a page whose own code is not there says so', async () => {
  const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  connect(false);
  const missing = lazyPart(async (): Promise<never> => Promise.reject(new Error('no network')));
  draw(<Page path="/" tabs={false} screen={missing} />);
  expect(await screen.findByRole('heading', { name: 'You are offline.' })).toBeTruthy();
  noted.mockRestore();
  vi.restoreAllMocks();
});
