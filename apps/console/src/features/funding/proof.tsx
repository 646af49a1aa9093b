import { useTranslations } from 'use-intl';
import { ShownImage } from '../../platform/resource/index.ts';

/** The member's proof, as large as there is room; in full size it is moved about by scrolling. */
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
