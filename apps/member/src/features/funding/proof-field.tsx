import { ImageField } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useFigures } from '../../platform/use-figures.ts';
import type { ImageFailure, ImageSlotState } from '../../platform/use-image-slot.ts';
import type { DepositAction, DepositForm } from './deposit-form.ts';

interface ProofFieldProps {
  readonly form: DepositForm;
  readonly proof: ImageSlotState;
  readonly refused: string | undefined;
  readonly onChange: (action: DepositAction) => void;
}

/** The picture that proves a payment, sent as soon as it is chosen. */
export function ProofField({ form, proof, refused, onChange }: ProofFieldProps) {
  const t = useTranslations('funding');
  const figures = useFigures();
  const failureText = (failure: ImageFailure) =>
    failure.why === 'refused'
      ? failure.words
      : t(failure.why === 'tooLarge' ? 'errors.proofTooLarge' : 'errors.proofLost', figures);
  return (
    <ImageField
      label={t('deposit.proof')}
      aside={t('deposit.proofSize', figures)}
      slot={proof.slot}
      name={proof.name}
      error={proof.failure ? failureText(proof.failure) : form.proofWrong ? t(`errors.${form.proofWrong}`) : refused}
      help={t(proof.slot.state === 'empty' ? 'errors.addProof' : 'deposit.proofKept')}
      onChoose={(file) => {
        onChange({ kind: 'proof', proof: undefined });
        proof.choose(file);
      }}
      onRemove={proof.remove}
      onRetry={proof.retry}
    />
  );
}
