import { ReadingContext } from '@plimsoll/ui';
import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, memoryStore, type AuthProvider, type I18nProvider } from 'ra-core';
import { useState, type ReactNode } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { IntlProvider } from 'use-intl';
import { expect, vi } from 'vitest';
import type { Operator } from '../platform/auth-provider.ts';
import { dataProvider } from '../platform/data-provider.ts';
import { Notifications } from '../platform/notifications.tsx';
import { ENGLISH } from './english.ts';

interface Sent {
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer; a refusal is thrown. */
type Reply = (body: Readonly<Record<string, unknown>>) => unknown;

/** `throw refusal(409, { reason: 'already_decided', title: '…' })` in a reply. */
class ServerRefusal extends Error {
  readonly status: number;
  readonly problem: object;
  constructor(status: number, problem: object) {
    super(JSON.stringify(problem));
    this.status = status;
    this.problem = problem;
  }
}
export const refusal = (
  status: number,
  problem: { readonly reason: string; readonly title: string; readonly field?: string },
): ServerRefusal => new ServerRefusal(status, problem);

/** An answer with 202: a second operator is needed. */
export class Waiting {
  readonly data: object;
  constructor(data: object) {
    this.data = data;
  }
}

/** Replaces the server behind `fetch`, and keeps the requests. */
export class FakeServer {
  readonly #sent = new Map<string, Sent[]>();
  readonly #replies: Map<string, Reply>;
  #gate: Promise<void> = Promise.resolve();

  /** Replies by request (`POST /recharges/5/approve`); others stay pending. */
  constructor(replies: Readonly<Record<string, Reply>>) {
    this.#replies = new Map(Object.entries(replies));
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => this.#answer(path, init));
  }

  /** Bodies of a request so far. */
  sent(request: string): readonly Sent['body'][] {
    return (this.#sent.get(request) ?? []).map(({ body }) => body);
  }

  /** Delays all answers until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return resolve;
  }

  async #answer(path: string, { method = 'GET', body }: RequestInit): Promise<Response> {
    const request = `${method} ${path.replace(/^\/operator\/api/, '').replace(/\?.*$/, '')}`;
    const given: Sent['body'] = typeof body === 'string' ? JSON.parse(body) : {};
    this.#sent.set(request, [...(this.#sent.get(request) ?? []), { body: given }]);
    const reply = this.#replies.get(request);
    if (!reply) return new Promise(() => {});
    await this.#gate;
    try {
      const data = reply(given);
      return data instanceof Waiting ? Response.json(data.data, { status: 202 }) : Response.json(data);
    } catch (error) {
      if (error instanceof ServerRefusal) return Response.json(error.problem, { status: error.status });
      throw error;
    }
  }
}

const OPERATOR: Operator = {
  id: 7,
  fullName: 'ada',
  username: 'ada',
  role: 'owner',
  hasTotp: true,
  isDemo: false,
  mustEnrol: false,
};

const authOf = (may: boolean): AuthProvider => ({
  login: async () => {},
  logout: async () => {},
  checkAuth: async () => {},
  checkError: async () => {},
  getPermissions: async () => 'owner',
  getIdentity: async () => OPERATOR,
  canAccess: async () => may,
});

const I18N: I18nProvider = {
  translate: (key, options: { readonly _?: string } = {}) => options._ ?? key,
  changeLocale: async () => {},
  getLocale: () => 'en',
};

interface DrawOptions {
  readonly may?: boolean;
  /** The address. */
  readonly at?: string;
}

/** Renders a part of a screen for operator 7. */
export function draw(part: ReactNode, { may = true, at = '/' }: DrawOptions = {}): void {
  history.replaceState(null, '', at);
  render(
    <BrowserRouter>
      <IntlProvider locale="en" timeZone="UTC" messages={ENGLISH}>
        <ReadingContext value={{ language: 'en', nativeDigits: false }}>
          <CoreAdminContext
            authProvider={authOf(may)}
            dataProvider={dataProvider}
            i18nProvider={I18N}
            queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
            store={memoryStore()}
          >
            {part}
            <Notifications />
          </CoreAdminContext>
        </ReadingContext>
      </IntlProvider>
    </BrowserRouter>,
  );
}

/** A button that reads again what is on the screen, as another action or a poll does, and how often it was done. */
export function ReadAgain() {
  const queries = useQueryClient();
  const [count, setCount] = useState(0);
  const readAgain = async () => {
    await queries.invalidateQueries();
    setCount(count + 1);
  };
  return (
    <button type="button" onClick={() => void readAgain()}>
      read again <span title="times">{count}</span>
    </button>
  );
}

/** Reads again and waits for the answers. */
export async function readAgain(): Promise<void> {
  const count = Number(screen.getByTitle('times').textContent);
  tap(/^read again/);
  await waitFor(() => expect(screen.getByTitle('times').textContent).toBe(String(count + 1)));
}

interface Kept {
  /** The request that reads it, such as `GET /members/7/history`. */
  readonly request: string;
  readonly answer: object;
  readonly part: ReactNode;
  /** A text of the answer. */
  readonly shows: string;
}

/**
 * What was read stays, and is named as not refreshed, when it cannot be read again, until that is tried with success.
 * @returns how often it was asked for: more than twice
 */
export async function timesRead({ request, answer, part, shows }: Kept): Promise<number> {
  let fails = false;
  const server = new FakeServer({
    [request]: () => {
      if (fails) throw refusal(503, { reason: 'unavailable', title: 'Not now.' });
      return answer;
    },
  });
  draw(
    <>
      <ReadAgain />
      {part}
    </>,
  );
  await screen.findByText(shows);
  fails = true;
  await readAgain();
  expect(screen.getByText(/^Could not be refreshed/)).toBeTruthy();
  expect(screen.getByText(shows)).toBeTruthy();
  fails = false;
  tap('Try again');
  await waitFor(() => expect(screen.queryByText(/^Could not be refreshed/)).toBeNull());
  expect(screen.getByText(shows)).toBeTruthy();
  return server.sent(request).length;
}

/** A part at `/`, with a link to `/elsewhere`. */
export function Leavable({ children }: { readonly children: ReactNode }) {
  return (
    <Routes>
      <Route
        path="/"
        element={
          <>
            <Link to="/elsewhere">leave</Link>
            {children}
          </>
        }
      />
      <Route path="*" element={<p>another page</p>} />
    </Routes>
  );
}

/** Leaves a `Leavable`. */
export async function leave(): Promise<void> {
  fireEvent.click(screen.getByRole('link', { name: 'leave' }));
  await screen.findByText('another page');
}

/** The field of a label. */
export const field = (label: string | RegExp): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);

/** Types into the field of a label. */
export function type(label: string | RegExp, value: string): void {
  fireEvent.change(field(label), { target: { value } });
}

/** The button of a name. */
export const button = (name: string | RegExp): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name });

/** Taps the button of a name. */
export function tap(name: string | RegExp): void {
  fireEvent.click(button(name));
}

/** The error and help of a field. */
export const noteOf = (label: string | RegExp): string =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

/** The text of toasts: `alert` for failures, `status` for successes. */
export const toasts = (role: 'alert' | 'status'): string =>
  screen
    .getAllByRole(role)
    .map(({ textContent }) => textContent)
    .join(' ');
