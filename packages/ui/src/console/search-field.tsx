import type { InputHTMLAttributes } from 'react';
import { Icon } from '../icon.tsx';
import { search } from '../icons-screens.ts';

/** A field that narrows a list. Its placeholder is its name. */
export function SearchField({
  placeholder,
  className = '',
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { readonly placeholder: string }) {
  return (
    <label className={`ctl flex min-h-9.5 items-center gap-2 rounded-md px-3.5 ${className}`}>
      <Icon of={search} size={18} />
      <span className="sr">{placeholder}</span>
      <input type="search" className="h-9 w-full min-w-0 flex-1" placeholder={placeholder} {...rest} />
    </label>
  );
}
