import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { useState } from 'react';
import { ask } from '../../platform/api.ts';
import { fieldOf } from '../../platform/problem.ts';
import { useProblemWords } from '../../platform/problem-words.ts';

/** Calls what is an operator's own; a refusal stands beside the field it is about, any other is told as a toast. */
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
    /** What was answered; undefined when it was refused. */
    call: async <T = true>(path: string, body: object): Promise<T | undefined> => {
      setBusy(true);
      setErrors({});
      try {
        const { data } = await ask<T | null>('POST', path, { body });
        return data ?? (true as T);
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
