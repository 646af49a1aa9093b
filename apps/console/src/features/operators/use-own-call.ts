import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { useState } from 'react';
import { ask, type Answer } from '../../platform/api.ts';
import { fieldOf } from '../../platform/problem.ts';
import { useProblemWords } from '../../platform/problem-words.ts';

/** Calls what is an operator's own; a refusal appears beside its field, any other as a toast. */
export function useOwnCall() {
  const words = useProblemWords();
  const notify = useNotify();
  const logoutIfDenied = useLogoutIfAccessDenied();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  return {
    isBusy,
    errors,
    forget: () => setErrors({}),
    /** The answer; undefined when it was refused. */
    call: async <T = null>(path: string, body: object): Promise<Answer<T> | undefined> => {
      setBusy(true);
      setErrors({});
      try {
        return await ask<T>('POST', path, { body });
      } catch (error) {
        if (await logoutIfDenied(error)) return undefined;
        const field = fieldOf(error);
        if (field === undefined) notify(words(error), { type: 'error' });
        else setErrors({ [field]: words(error) });
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
