import { useTranslations } from 'use-intl';
import { ShownImage } from '../../platform/resource/index.ts';

/** The proof of a deposit; in full size it scrolls. */
export function Proof({ src, number }: { readonly src: string; readonly number: string }) {
  const t = useTranslations('console-review');
  return (
    <ShownImage
      src={src}
      alt={t('deposits.proofAlt', { number })}
      label={t('deposits.proof')}
      zoomIn={t('deposits.zoomIn')}
      zoomOut={t('deposits.zoomOut')}
      failed={t('deposits.proofFailed')}
    />
  );
}
