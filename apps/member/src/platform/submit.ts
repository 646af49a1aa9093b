import type { Answer, CallName } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { useRef, useState } from 'react';
import { newIdempotencyKey, post, reportFailure, type Fields } from './client.ts';
import { whenOnline } from './connection.ts';
import { Lost, Refusal } from './envelope.ts';
import { say } from './language.ts';
import { stillHere } from './router.tsx';
import { sendUntilAnswered } from './send-until-answered.ts';
import { lookAgainAtSettings } from './settings.ts';
import { createStore, useStore } from './store.ts';

export interface SubmitOptions<Name extends CallName> {
  /** The call moves money: send a key, and recover from a lost connection with it. */
  readonly keyed?: boolean;
  /** `isHere` is false when the member has gone to another page meanwhile: it must not be led away from. */
  readonly onDone?: (answer: Answer<Name>, isHere: boolean) => void;
  /** For showing the reason beside its field; the toast is shown as well. */
  readonly onRefused?: (refusal: Refusal, isHere: boolean) => void;
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

/** What is sent, and sent again until it has an answer: with one key, so that it is done once. */
interface Attempt {
  readonly fields: Fields;
  readonly body: string;
  readonly key: string;
  readonly isHere: () => boolean;
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

/** Attempts whose outcome is unknown, by key, each with a toast that offers to ask again. */
function useUnknown() {
  const unknown = useRef(new Map<string, { readonly attempt: Attempt; readonly takeBack: () => void }>());
  return {
    settled: ({ key }: Attempt): void => {
      unknown.current.get(key)?.takeBack();
      unknown.current.delete(key);
    },
    offer: (attempt: Attempt, askAgain: () => void): void => {
      const action = { label: say('connection.askAgain'), run: askAgain };
      const takeBack = showToast('bad', say('connection.unknown'), { sticky: true, action });
      unknown.current.set(attempt.key, { attempt, takeBack });
    },
    /** The same fields sent again are the same request. */
    attemptAt: (fields: Fields): Attempt => {
      const body = JSON.stringify(fields);
      const same = [...unknown.current.values()].find(({ attempt }) => attempt.body === body);
      return same?.attempt ?? { fields, body, key: newIdempotencyKey(), isHere: stillHere() };
    },
  };
}

/** Submits a call from a form: ignores a second tap, reports the outcome, and never sends money twice. */
export function useSubmit<Name extends CallName>(name: Name, options: SubmitOptions<Name> = {}): Submit {
  const [busy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const { settled, offer, attemptAt } = useUnknown();
  const offerToAskAgain = (attempt: Attempt): void =>
    // The tap on it has taken it away: while another submit is under way it is offered again.
    offer(attempt, () => (isUnderWay.current ? offerToAskAgain(attempt) : void run(attempt)));

  const run = async (attempt: Attempt): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    underWay.set(underWay.get() + 1);
    const { fields, key, isHere } = attempt;
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
      settled(attempt);
      options.onDone?.(answer, isHere());
    } catch (error) {
      const isUnknown = options.keyed && error instanceof Lost && error.kind !== 'unsent';
      settled(attempt);
      if (isUnknown) offerToAskAgain(attempt);
      else if (!(error instanceof Refusal && (error.code === 401 || options.isExpected?.(error)))) reportFailure(error);
      if (error instanceof Refusal) {
        lookAgainAtSettings();
        options.onRefused?.(error, isHere());
      } else options.onLost?.(isUnknown === true);
    } finally {
      takeBack?.();
      underWay.set(underWay.get() - 1);
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { busy, submit: (fields = {}) => run(attemptAt(fields)) };
}
