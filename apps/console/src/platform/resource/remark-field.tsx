import { Field } from '@plimsoll/ui';
import { useState } from 'react';

/** The server's limit. */
const MAX_LENGTH = 255;

/** An action's remark, and why the server refused it. */
export function useRemark() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  return {
    /** As it is sent. */
    text: value.trim(),
    setError,
    clear: () => setValue(''),
    field: {
      value,
      error,
      onChange: (typed: string) => {
        setValue(typed);
        setError(undefined);
      },
    },
  };
}

interface RemarkFieldProps {
  readonly label: string;
  readonly aside?: string | undefined;
  readonly placeholder?: string | undefined;
  /** `field` of `useRemark`. */
  readonly of: ReturnType<typeof useRemark>['field'];
}

/** The field for an action's remark. */
export function RemarkField({ of: { onChange, ...field }, ...words }: RemarkFieldProps) {
  return (
    <Field {...words} {...field} dir="auto" maxLength={MAX_LENGTH} onChange={(event) => onChange(event.target.value)} />
  );
}
