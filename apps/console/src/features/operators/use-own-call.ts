import { useState } from 'react';
import { ask, type Answer } from '../../platform/api.ts';
import { useFormErrors } from '../../platform/use-form-errors.ts';

/** Calls about the operator's own login; a refusal appears beside its field, any other as a toast. */
export function useOwnCall() {
  const { errors, setErrors, showRefusal } = useFormErrors();
  const [isBusy, setBusy] = useState(false);
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
        await showRefusal(error);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
