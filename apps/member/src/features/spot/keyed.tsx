import { useHasKeys } from '../../platform/use-is-wide.ts';

/** A control's text with the key that presses it, where there is a keyboard. */
export function Keyed({ text, by }: { readonly text: string; readonly by: string }) {
  const hasKeys = useHasKeys();
  if (!hasKeys) return text;
  return (
    <span>
      <bdi>{text}</bdi>{' '}
      <kbd className="kbd" aria-hidden="true">
        {by}
      </kbd>
    </span>
  );
}
