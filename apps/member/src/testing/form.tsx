import type { Settings } from '@plimsoll/contract';
import { localeOf } from '@plimsoll/i18n';
import { ReadingContext } from '@plimsoll/ui';
import { Toaster } from '@plimsoll/ui/toaster';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { vi } from 'vitest';
import { useSpoken } from '../platform/language.ts';
import { queryClient } from '../platform/query.ts';
import { ShownPlace } from '../platform/router.tsx';
import { settingsQuery } from '../platform/settings.ts';

interface Sent {
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string | null;
}

type Reply = (fields: Readonly<Record<string, string>>) => unknown;

/** A refusal in the server's words: `throw refusal('insufficient_balance', 'Not enough')` in a reply. */
class ServerRefusal extends Error {
  readonly reason: string;
  readonly data: unknown;
  constructor(reason: string, words: string, data: unknown) {
    super(words);
    this.reason = reason;
    this.data = data;
  }
}
export const refusal = (reason: string, words: string, data: unknown = null): ServerRefusal =>
  new ServerRefusal(reason, words, data);

/** Everything on, and no payment password. */
const SETTINGS = {
  name: 'Plimsoll',
  demo: 1,
  flash_exchange_status: 1,
  loan_switch: 1,
  machine_switch: 1,
  staking_switch: 1,
  staking_list_switch: 1,
  withdrawal_status: 1,
  address_switch: 1,
  bank_switch: 1,
  Internal_transfer_status: 1,
  options_switch: 1,
  traders_password_switch: 0,
  withdrawal_subover_refre: 2,
} satisfies Partial<Settings>;

/** The server behind the client's `fetch`; it records what was sent. */
export class FakeServer {
  readonly #sent = new Map<string, Sent[]>();
  readonly #replies: Map<string, Reply>;
  #gate: Promise<void> = Promise.resolve();

  constructor(replies: Readonly<Record<string, Reply>>) {
    this.#replies = new Map(Object.entries(replies));
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => this.#answer(path, init));
  }

  sent(call: string): readonly Sent[] {
    return this.#sent.get(call) ?? [];
  }

  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return resolve;
  }

  async #answer(path: string, { body, headers }: RequestInit): Promise<Response> {
    const call = path.replace(/^\/api\//, '').replace(/\?.*$/, '');
    const fields = Object.fromEntries(body instanceof URLSearchParams ? body : new URLSearchParams());
    this.#sent.set(call, [...this.sent(call), { fields, key: new Headers(headers).get('Idempotency-Key') }]);
    const reply = this.#replies.get(call);
    if (!reply) return new Promise(() => {});
    await this.#gate;
    try {
      return Response.json({ code: 1, msg: 'Done', data: reply(fields) });
    } catch (error) {
      if (error instanceof ServerRefusal)
        return Response.json({
          code: error.reason === 'login_required' ? 401 : 0,
          msg: error.message,
          reason: error.reason,
          data: error.data,
        });
      throw error;
    }
  }
}

function Shell({ children }: { readonly children: ReactNode }) {
  const { language, messages } = useSpoken();
  return (
    <IntlProvider locale={localeOf(language.code)} timeZone="UTC" messages={messages}>
      <ReadingContext value={{ language: language.code, nativeDigits: false }}>
        <QueryClientProvider client={queryClient}>
          <ShownPlace>{children}</ShownPlace>
          <Toaster />
        </QueryClientProvider>
      </ReadingContext>
    </IntlProvider>
  );
}

/** Draws a form as the shell does, to a member, with these settings. @returns draws another in its place */
export function draw(form: ReactNode, settings: Partial<Settings> = {}): (changed: ReactNode) => void {
  queryClient.setQueryData([...settingsQuery.queryKey], { ...SETTINGS, ...settings });
  const { rerender } = render(<Shell>{form}</Shell>);
  return (changed) => rerender(<Shell>{changed}</Shell>);
}

export const field = (label: string | RegExp): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);

export function type(label: string | RegExp, value: string): void {
  fireEvent.change(field(label), { target: { value } });
}

export const button = (name: string | RegExp): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name });

/** A button of the sheet that is open. */
const sheetButton = (name: string | RegExp): HTMLButtonElement =>
  within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name });

/** Confirms the last look, once it is open. */
export async function confirmLook(name: string | RegExp): Promise<void> {
  await screen.findByText('Check and confirm');
  await waitFor(() => fireEvent.click(sheetButton(name)));
}

/** Confirms the last look by its slide, as a screen reader sets it. */
export async function slideLook(): Promise<void> {
  await screen.findByText('Check and confirm');
  fireEvent.change(await screen.findByRole('slider'), { target: { value: '100' } });
}

export function sendButton(): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!found) throw new Error('nothing sends this form');
  return found;
}

export const send = (): void => void fireEvent.click(sendButton());

export function tap(name: string | RegExp): void {
  fireEvent.click(button(name));
}

/** The error beside a field; empty without one. */
export const wrongWith = (label: string | RegExp): string => {
  const ids = field(label).getAttribute('aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
};

/** The failures that are shown, over the page or in it. */
export const alarm = (): string =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join(' ');
