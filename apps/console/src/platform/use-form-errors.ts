import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { useState } from 'react';
import { fieldOf } from './problem.ts';
import { useProblemWords } from './problem-words.ts';

/** Errors of a form's fields, by the wire's names. */
export function useFormErrors() {
  const words = useProblemWords();
  const notify = useNotify();
  const logoutIfDenied = useLogoutIfAccessDenied();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  return {
    errors,
    setErrors,
    /** Shows a refusal beside its field or as a toast; ends a login that is no longer valid. */
    showRefusal: async (error: unknown): Promise<void> => {
      if (await logoutIfDenied(error)) return;
      const field = fieldOf(error);
      if (field === undefined) notify(words(error), { type: 'error' });
      else setErrors({ [field]: words(error) });
    },
  };
}
