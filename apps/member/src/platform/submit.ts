import type { Answer, CallName } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey, post, reportFailure, type Fields } from './client.ts';
import { whenOnline } from './connection.ts';
import { Lost, Refusal } from './envelope.ts';
import { say } from './language.ts';
import { stillHere } from './router.tsx';
import { sendUntilAnswered } from './send-until-answered.ts';
import { currentToken, onTokenChange } from './session.ts';
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
  readonly name: CallName;
  readonly fields: Fields;
  /** What is sent, without what proves the member: that differs each time. */
  readonly body: string;
  readonly key: string;
  readonly isHere: () => boolean;
  /** Of the login that sends it. */
  readonly token: string | null;
  /** The same with another proof, whose outcome is open: what became of that is asked first. */
  readonly earlier?: Attempt | undefined;
}

/** What proves the member: passwords, codes, a passkey. */
const PROOF = /^(payp|pass|second$)/;
const withoutProof = (name: string, value: unknown) => (PROOF.test(name) ? undefined : value);

const underWay = createStore(0);
/** Whether any submit is running. */
export const useIsSubmitting = (): boolean => useStore(underWay) > 0;

const pause = async (ms: number) => {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
  await whenOnline();
};

interface Unknown {
  readonly attempt: Attempt;
  readonly askAgain: () => void;
  readonly takeBack: () => void;
}

/**
 * Attempts of this login whose outcome is unknown, by key, each with a toast that offers to ask again. They outlast
 * their page: what is sent from it later is the same request.
 */
const unknown = new Map<string, Unknown>();
const settled = ({ key }: Pick<Attempt, 'key'>): void => {
  unknown.get(key)?.takeBack();
  unknown.delete(key);
};
onTokenChange(() => {
  for (const key of unknown.keys()) settled({ key });
});

const unknownOf = (name: CallName): Unknown[] => [...unknown.values()].filter(({ attempt }) => attempt.name === name);

function offer(attempt: Attempt, askAgain: () => void): void {
  if (attempt.token !== currentToken()) return;
  const action = { label: say('connection.askAgain'), run: askAgain };
  const takeBack = showToast('bad', say('connection.unknown'), { sticky: true, action });
  unknown.set(attempt.key, { attempt, askAgain, takeBack });
}

/** Attempts of any page that wait for their answer, by key: those that move money. */
const waiting = new Map<string, Attempt>();

/** The same fields sent again are the same request, also while that waits: the server answers both alike (WIRE 1). */
function attemptAt(name: CallName, fields: Fields): Attempt {
  const body = JSON.stringify(fields, withoutProof);
  const token = currentToken();
  const isHere = stillHere();
  const open = [...waiting.values(), ...unknownOf(name).map(({ attempt }) => attempt)];
  const like = open.find((each) => each.name === name && each.body === body && each.token === token);
  const attempt = { name, fields, body, isHere, token };
  if (!like) return { ...attempt, key: newIdempotencyKey() };
  return JSON.stringify(like.fields) === JSON.stringify(fields)
    ? { ...attempt, key: like.key }
    : { ...attempt, key: newIdempotencyKey(), earlier: { ...like, isHere } };
}

/** How many forms of a call are on the screen. */
const mounted = new Map<CallName, number>();

/** What is open from an earlier visit of the page is asked about here too, where its toast was dismissed. */
function useQuestions(name: CallName): void {
  useEffect(() => {
    const others = mounted.get(name) ?? 0;
    mounted.set(name, others + 1);
    // Rows of a list have a form each.
    if (others === 0)
      for (const { attempt, askAgain, takeBack } of unknownOf(name)) {
        if (waiting.has(attempt.key)) continue;
        takeBack();
        offer(attempt, askAgain);
      }
    return () => void mounted.set(name, (mounted.get(name) ?? 1) - 1);
  }, [name]);
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
    const { fields, key, isHere } = attempt;
    const wasSent = unknown.has(key) || waiting.has(key);
    if (options.keyed) waiting.set(key, attempt);
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
            wasSent,
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
      // Its proof is of no use any more; the new one is sent now.
      if (isEarlier && error instanceof Refusal && error.code !== 401) return true;
      if (isUnknown) offerToAskAgain(attempt);
      else if (!(error instanceof Refusal && (error.code === 401 || options.isExpected?.(error)))) reportFailure(error);
      if (error instanceof Refusal) {
        lookAgainAtSettings();
        options.onRefused?.(error, isHere());
      } else options.onLost?.(isUnknown === true);
    } finally {
      takeBack?.();
      if (waiting.get(key) === attempt) waiting.delete(key);
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
