import { showToast } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { enter } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useFigures } from '../../platform/use-figures.ts';
import { readGoal } from './goal.ts';
import { keepKnown } from '../security/index.ts';
import { registerErrors, registerPayload, waysToRegister, type RegisterFields } from './register-form.ts';

export type FieldName = 'account' | 'captcha' | 'password' | 'repassword';

/** A registration being written: errors are shown once a field was left or the form was sent. */
export function useRegister() {
  const t = useTranslations('membership.register');
  const settings = useSettings();
  const [search] = useSearchParams();
  const ways = waysToRegister(settings);
  const invited = search.get('invite') ?? '';
  const [fields, setFields] = useState<RegisterFields>({
    by: ways[0] ?? 'email',
    email: '',
    phone: '',
    captcha: '',
    password: '',
    repassword: '',
    invitation: invited,
  });
  const [shown, setShown] = useState<ReadonlySet<FieldName>>(new Set());
  const { busy, submit } = useSubmit('register', {
    onDone({ userinfo, known }, isHere) {
      const account = fields.by === 'email' ? fields.email.trim() : fields.phone.trim();
      keepKnown(account, known);
      const to = readGoal()?.to ?? '/';
      enter(userinfo.token, account, true);
      if (isHere) location.replace(to);
      else location.reload();
    },
  });
  const figures = useFigures();
  const errors = registerErrors(fields, settings);
  const set = (change: Partial<RegisterFields>) => setFields((before) => ({ ...before, ...change }));
  const show = (...names: FieldName[]) => setShown((before) => new Set([...before, ...names]));
  const errorOf = (name: FieldName) => {
    const error = shown.has(name) ? errors[name] : undefined;
    return error && t(error, figures);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    show('account', 'captcha', 'password', 'repassword');
    const first = errors.account ?? errors.captcha ?? errors.password ?? errors.repassword;
    if (first) showToast('bad', t(first, figures));
    else void submit(registerPayload(fields, settings));
  };
  const chooseWay = (by: RegisterFields['by']) => {
    set({ by, captcha: '' });
    setShown(new Set());
  };
  return { ways, invited, fields, set, show, errorOf, chooseWay, busy, send };
}
