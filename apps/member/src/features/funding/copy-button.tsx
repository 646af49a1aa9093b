import { Icon, IconButton, showToast } from '@plimsoll/ui';
import { copy } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { copyText } from '../../platform/copy.ts';

/** Copies a text and reports it, or that the browser refused. */
export function useCopy(): (text: string) => void {
  const t = useTranslations('funding.deposit');
  return (text) =>
    void copyText(text).then((isCopied) => {
      showToast(isCopied ? 'ok' : 'bad', t(isCopied ? 'copied' : 'copyFailed'));
    });
}

/** A small button that copies. */
export function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const copyIt = useCopy();
  return (
    <IconButton label={name} className="-my-3 -me-3 text-water" onClick={() => copyIt(text)}>
      <Icon of={copy} size={20} />
    </IconButton>
  );
}
