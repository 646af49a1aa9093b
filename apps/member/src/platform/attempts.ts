import type { CallName } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { useEffect } from 'react';
import { newIdempotencyKey, type Fields } from './client.ts';
import { Refusal } from './envelope.ts';
import { say } from './language.ts';
import { stillHere } from './router.tsx';
import { currentToken, onTokenChange } from './session.ts';
import { recallVisitJson, rememberVisit } from './storage.ts';

interface Sent {
  readonly name: CallName;
  readonly fields: Fields;
  /** What is sent, without what proves the member: that differs each time. */
  readonly body: string;
  readonly key: string;
  /** When it was first to be sent. */
  readonly atMs: number;
  /** Whose it is, by the end of the login's token. */
  readonly of: string | undefined;
}

/** The present login, as {@link Sent.of} names it. */
export const loginNow = (): string | undefined => currentToken()?.slice(-8);

/** What is sent, and sent again until it has an answer: with one key, so that it is done once. */
export interface Attempt extends Sent {
  readonly isHere: () => boolean;
  /** The same with another proof, whose outcome is open: what became of that is asked first. */
  readonly earlier?: Attempt | undefined;
}

/** As long as the server keeps an answer under its key at least (WIRE 1.6): sent later, it could be done twice. */
const KEPT_MS = 86_400_000;
const isOld = ({ atMs }: Sent): boolean => Date.now() - atMs >= KEPT_MS;

/** What proves the member: passwords, codes, a passkey. */
const PROOF = /^(payp|pass|second$)/;
const withoutProof = (name: string, value: unknown) => (PROOF.test(name) ? undefined : value);

type Kept = Omit<Sent, 'fields'>;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `attemptAt` made it of fields
const fieldsOf = (body: string) => JSON.parse(body) as Fields;
/**
 * Attempts of this login that were sent and have no definite answer, by key. They outlast their page, and without what
 * proves the member a reload: what is sent later is the same request (WIRE 1).
 */
const open = new Map<string, Sent>(
  recallVisitJson<Kept[]>('open')
    // A tab that is loaded again may be another member's, whom another tab has remembered since.
    ?.filter(({ of }) => of === loginNow())
    .map((each) => [each.key, { ...each, fields: fieldsOf(each.body) }]),
);
const keep = (): void =>
  rememberVisit('open', JSON.stringify([...open.values()], ['name', 'body', 'key', 'atMs', 'of']));

interface Question {
  readonly attempt: Attempt;
  readonly askAgain: () => void;
  readonly takeBack: () => void;
}
/** Of those that were asked for in vain, each with a toast that offers to ask again. */
const questions = new Map<string, Question>();
const takeBackQuestion = (key: string): void => {
  questions.get(key)?.takeBack();
  questions.delete(key);
};

/** It has its answer, or was never sent. */
export const settled = (key: string): void => {
  takeBackQuestion(key);
  open.delete(key);
  keep();
};
onTokenChange(() => {
  for (const key of open.keys()) settled(key);
});

/** It is sent now; returns whether it was before. Refused where that was a day ago: only the lists can show it. */
export function begin(attempt: Attempt): boolean {
  const wasSent = open.has(attempt.key);
  takeBackQuestion(attempt.key);
  if (isOld(attempt)) throw new Refusal(0, say('connection.unknown'));
  open.set(attempt.key, attempt);
  keep();
  return wasSent;
}

/** Offers to ask again what became of it. */
export function offer(attempt: Attempt, askAgain: () => void): void {
  // The login that sent it has ended.
  if (!open.has(attempt.key)) return;
  takeBackQuestion(attempt.key);
  const action = { label: say('connection.askAgain'), run: askAgain };
  const takeBack = showToast('bad', say('connection.unknown'), { sticky: true, action });
  questions.set(attempt.key, { attempt, askAgain, takeBack });
}

/** What was sent of a call, on any page, and has no definite answer. */
export function openOf(name: CallName): readonly Sent[] {
  for (const each of open.values()) if (isOld(each)) settled(each.key);
  return [...open.values()].filter((each) => each.name === name);
}

/** What is sent next: the same request as one that is open, where it is the same. */
export function attemptAt(name: CallName, fields: Fields): Attempt {
  const body = JSON.stringify(fields, withoutProof);
  const isHere = stillHere();
  const like = openOf(name).find((each) => each.body === body);
  const attempt = { name, fields, body, key: newIdempotencyKey(), atMs: Date.now(), of: loginNow(), isHere };
  if (!like) return attempt;
  return JSON.stringify(like.fields) === JSON.stringify(fields)
    ? { ...attempt, key: like.key, atMs: like.atMs }
    : { ...attempt, earlier: { ...like, isHere } };
}

/** How many forms of a call are on the screen. */
const mounted = new Map<CallName, number>();

/** What is open from an earlier visit of the page is asked about here too, where its toast was dismissed. */
export function useQuestions(name: CallName): void {
  useEffect(() => {
    const others = mounted.get(name) ?? 0;
    mounted.set(name, others + 1);
    // Rows of a list have a form each.
    if (others === 0)
      for (const { attempt, askAgain } of [...questions.values()]) if (attempt.name === name) offer(attempt, askAgain);
    return () => void mounted.set(name, (mounted.get(name) ?? 1) - 1);
  }, [name]);
}
