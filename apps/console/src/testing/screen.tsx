import { ReadingContext } from '@plimsoll/ui';
import { QueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, memoryStore, type AuthProvider, type I18nProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { IntlProvider } from 'use-intl';
import { vi } from 'vitest';
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

/** Renders a part of a screen for operator 7. */
export function draw(part: ReactNode, { may = true }: { readonly may?: boolean } = {}): void {
  render(
    <MemoryRouter>
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
    </MemoryRouter>,
  );
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
