import type { Answer, CallName } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { useRef, useState } from 'react';
import { attemptAt, begin, loginNow, offer, settled, useQuestions, type Attempt } from './attempts.ts';
import { post, reportFailure, type Fields } from './client.ts';
import { whenOnline } from './connection.ts';
import { Lost, Refusal } from './envelope.ts';
import { say } from './language.ts';
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

const underWay = createStore(0);
/** Whether any submit is running. */
export const useIsSubmitting = (): boolean => useStore(underWay) > 0;

const pause = async (ms: number) => {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
  await whenOnline();
};

/** Sends it, and again until it has its answer where it moves money. */
async function answerTo<Name extends CallName>(
  name: Name,
  attempt: Attempt,
  { keyed, announce = true, isLast }: SubmitOptions<Name>,
): Promise<Answer<Name>> {
  const { fields, key } = attempt;
  const send = async () => {
    // Another member may have logged in since, and it is not theirs. As for a login that ended: nothing is reported.
    if (loginNow() !== attempt.of) throw new Refusal(401, '');
    return post(name, fields, { quiet: true, announce, isLast, idempotencyKey: keyed ? key : undefined });
  };
  if (!keyed) return send();
  let takeBack: (() => void) | undefined;
  const onLost = () => {
    takeBack = showToast('info', say('connection.lost'), { sticky: true });
  };
  try {
    return await sendUntilAnswered({ send, pause, onLost, wasSent: begin(attempt) });
  } finally {
    takeBack?.();
  }
}

/** Submits a call from a form: ignores a second tap, reports the outcome, and never sends money twice. */
export function useSubmit<Name extends CallName>(name: Name, options: SubmitOptions<Name> = {}): Submit {
  const [busy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  useQuestions(name);
  const offerToAskAgain = (attempt: Attempt): void =>
    // The tap on it has taken it away: while another submit is under way it is offered again.
    offer(attempt, () => (isUnderWay.current ? offerToAskAgain(attempt) : void run(attempt)));

  /** True where it is an earlier one that moved nothing. */
  const run = async (attempt: Attempt, isEarlier = false): Promise<boolean> => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setBusy(true);
    underWay.set(underWay.get() + 1);
    const { key, isHere } = attempt;
    try {
      const answer = await answerTo(name, attempt, options);
      settled(key);
      options.onDone?.(answer, isHere());
    } catch (error) {
      const isUnknown = options.keyed && error instanceof Lost && error.kind !== 'unsent';
      if (!isUnknown) settled(key);
      if (isEarlier && error instanceof Refusal && error.code !== 401) {
        // Its proof is of no use any more, and the new one is sent now; unless it has an answer that only its proof shows.
        if (error.reason !== 'idempotency_conflict') return true;
        showToast('bad', say('connection.unknown'));
        return false;
      }
      if (isUnknown) offerToAskAgain(attempt);
      else if (!(error instanceof Refusal && (error.code === 401 || options.isExpected?.(error)))) reportFailure(error);
      if (error instanceof Refusal) {
        lookAgainAtSettings();
        options.onRefused?.(error, isHere());
      } else options.onLost?.(isUnknown === true);
    } finally {
      underWay.set(underWay.get() - 1);
      isUnderWay.current = false;
      setBusy(false);
    }
    return false;
  };
  const submit = async (fields: Fields = {}) => {
    const attempt = attemptAt(name, fields);
    if (!attempt.earlier || (await run(attempt.earlier, true))) await run(attempt);
  };
  return { busy, submit };
}
