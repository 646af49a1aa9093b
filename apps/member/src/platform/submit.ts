import type { Answer, CallName } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { useRef, useState } from 'react';
import { newIdempotencyKey, post, reportFailure, type Fields } from './client.ts';
import { whenOnline } from './connection.ts';
import { Lost, Refusal } from './envelope.ts';
import { say } from './language.ts';
import { sendUntilAnswered } from './send-until-answered.ts';
import { lookAgainAtSettings } from './settings.ts';
import { createStore, useStore } from './store.ts';

export interface SubmitOptions<Name extends CallName> {
  /** The call moves money: send a key, and recover from a lost connection with it. */
  readonly keyed?: boolean;
  readonly onDone?: (answer: Answer<Name>) => void;
  /** For showing the reason beside its field; the toast is shown as well. */
  readonly onRefused?: (refusal: Refusal) => void;
  /** No answer came: it was never sent, or what became of it is unknown. It is reported. */
  readonly onLost?: (isUnknown: boolean) => void;
  /** True for a refusal that is a step on the way: it is not reported. */
  readonly isExpected?: (refusal: Refusal) => boolean;
  /** Shows the server's words of success: on unless false, or by the answer. */
  readonly announce?: boolean | ((answer: Answer<Name>) => boolean);
  /** Success ends the login here. */
  readonly isLast?: boolean;
}

export interface Submit {
  readonly busy: boolean;
  /** Sends; ignored while a submit is running. */
  readonly submit: (fields?: Fields) => Promise<void>;
}

const underWay = createStore(0);
/** Whether any submit is running. */
export const useIsSubmitting = (): boolean => useStore(underWay) > 0;

const pause = async (ms: number) => {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
  await whenOnline();
};

/** Submits a call from a form: ignores a second tap, reports the outcome, and never sends money twice. */
export function useSubmit<Name extends CallName>(name: Name, options: SubmitOptions<Name> = {}): Submit {
  const [busy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  /** A request whose outcome is unknown: the same fields sent again are the same request. */
  const unanswered = useRef<{ body: string; key: string } | null>(null);

  const submit = async (fields: Fields = {}): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    underWay.set(underWay.get() + 1);
    const body = JSON.stringify(fields);
    const key = unanswered.current?.body === body ? unanswered.current.key : newIdempotencyKey();
    const send = () =>
      post(name, fields, {
        quiet: true,
        announce: options.announce ?? true,
        isLast: options.isLast,
        idempotencyKey: options.keyed ? key : undefined,
      });
    let takeBack: (() => void) | undefined;
    try {
      const answer = await (options.keyed
        ? sendUntilAnswered({
            send,
            pause,
            onLost: () => {
              takeBack = showToast('info', say('connection.lost'), { sticky: true });
            },
          })
        : send());
      unanswered.current = null;
      options.onDone?.(answer);
    } catch (error) {
      const isUnknown = options.keyed && error instanceof Lost && error.kind !== 'unsent';
      unanswered.current = isUnknown ? { body, key } : null;
      if (isUnknown) {
        showToast('bad', say('connection.unknown'), {
          sticky: true,
          action: { label: say('connection.askAgain'), run: () => void submit(fields) },
        });
      } else if (!(error instanceof Refusal && (error.code === 401 || options.isExpected?.(error))))
        reportFailure(error);
      if (error instanceof Refusal) {
        lookAgainAtSettings();
        options.onRefused?.(error);
      } else options.onLost?.(isUnknown === true);
    } finally {
      takeBack?.();
      underWay.set(underWay.get() - 1);
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { busy, submit };
}
