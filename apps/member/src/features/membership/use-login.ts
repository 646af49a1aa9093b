import { showToast } from '@plimsoll/ui';
import { useRef, useState, type FormEvent } from 'react';
import type { SecondNeeded, WorkAsked } from '@plimsoll/contract';
import { navigate, stillHere } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { enter, rememberedAccount } from '../../platform/session.ts';
import { useSubmit } from '../../platform/submit.ts';
import { workIn } from '../../platform/work.ts';
import { deviceOf, keepKnown, knownOf } from '../security/index.ts';
import { readGoal } from './goal.ts';

const SECOND = 'second_factor_required';

const isSecondNeeded = (data: unknown): data is SecondNeeded =>
  typeof data === 'object' && data !== null && 'ticket' in data && 'factors' in data;

interface LoginCall {
  readonly account: string;
  readonly onIn: (token: string, isHere: boolean) => void;
  readonly onSecond: (needed: SecondNeeded, isHere: boolean) => void;
  readonly onRefused: (message: string) => void;
}

async function workFor(asked: WorkAsked): Promise<string> {
  const { doWork } = await import('@plimsoll/proof');
  return doWork(
    asked,
    () =>
      new Promise((resolve) => {
        setTimeout(resolve);
      }),
  );
}

/**
 * The call that logs in. While somebody guesses at the account, the server requires a proof of work, and the login
 * is sent again with it.
 */
function useLoginCall({ account, onIn, onSecond, onRefused }: LoginCall) {
  const t = useTranslations('app.kit');
  const [isWorking, setWorking] = useState(false);
  const work = useRef<{ done: boolean; asked: WorkAsked | undefined }>({ done: false, asked: undefined });
  const { busy, submit } = useSubmit('login', {
    onDone({ userinfo, known }, isHere) {
      keepKnown(account, known);
      onIn(userinfo.token, isHere);
    },
    isExpected: (refusal) => refusal.reason === SECOND || (!work.current.done && workIn(refusal) !== undefined),
    onRefused(refusal, isHere) {
      const asked = work.current.done ? undefined : workIn(refusal);
      if (asked) work.current.asked = asked;
      else if (refusal.reason === SECOND && isSecondNeeded(refusal.data)) onSecond(refusal.data, isHere);
      else onRefused(refusal.message);
    },
  });
  const logIn = async (password: string) => {
    const fields = { username: account, password, device: deviceOf(account), known: knownOf(account) };
    const isHere = stillHere();
    work.current = { done: false, asked: undefined };
    await submit(fields);
    const { asked } = work.current;
    if (!asked) return;
    setWorking(true);
    const found = await workFor(asked).catch(() => undefined);
    work.current = { done: true, asked: undefined };
    setWorking(false);
    if (found === undefined) showToast('bad', t('loadFailed'));
    // Of a login whose page was left nothing more is sent.
    else if (isHere()) await submit({ ...fields, work: found });
  };
  return { isBusy: busy || isWorking, logIn };
}

/** A login being written, and its second step. */
export function useLogin() {
  const t = useTranslations('membership.login');
  const [username, setUsername] = useState(rememberedAccount);
  const [password, setPassword] = useState('');
  const [isRemembered, setRemembered] = useState(true);
  const [wasTried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  /** What the server requires besides the password; a reload ends the second step. */
  const [needed, setNeeded] = useState<SecondNeeded>();
  const account = username.trim();
  const goIn = (token: string, isHere: boolean, name = account) => {
    const to = readGoal()?.to ?? '/';
    enter(token, name, isRemembered);
    // Everything is read again as the member, on the page to which the reader has gone meanwhile.
    if (isHere) location.replace(to);
    else location.reload();
  };
  const { isBusy, logIn } = useLoginCall({
    account,
    onIn: goIn,
    onSecond(asked, isHere) {
      if (!isHere) return;
      setNeeded(asked);
      setPassword('');
      setTried(false);
      navigate('/login?step=second');
    },
    onRefused: setRefused,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (username.trim() === '') {
      showToast('bad', t('accountMissing'));
      return;
    }
    if (password === '') {
      showToast('bad', t('passwordMissing'));
      return;
    }
    if (!isBusy) void logIn(password);
  };
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    setRefused(undefined);
  };
  return {
    account,
    needed,
    goIn,
    isBusy,
    send,
    username,
    enterUsername: typed(setUsername),
    accountError: wasTried && account === '' ? t('accountMissing') : undefined,
    password,
    enterPassword: typed(setPassword),
    passwordError: wasTried && password === '' ? t('passwordMissing') : refused,
    isRemembered,
    setRemembered,
  };
}
