import { showToast } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { copyText } from '../../platform/copy.ts';

/** Copies a text and reports it, or that the browser refused. */
export function useCopied(): (text: string) => void {
  const t = useTranslations('security');
  return (text) =>
    void copyText(text).then((isCopied) => {
      showToast(isCopied ? 'ok' : 'bad', t(isCopied ? 'copied' : 'copyFailed'));
    });
}
