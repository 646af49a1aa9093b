import { PasswordField } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { SecondFields } from './second-fields.tsx';
import { isAboutSecond } from './second-reasons.ts';
import type { ProofState } from './use-proof.ts';

interface ProofFieldsProps {
  readonly proof: ProofState;
  readonly refusal: Refusal | undefined;
  readonly onType: () => void;
}

/** True for a refusal about the proof of a change. */
export const isAboutProof = (refusal: Refusal | undefined): boolean =>
  isAboutSecond(refusal) || refusal?.reason === 'bad_login' || refusal?.reason === 'password_needed';

/** The proof of a preparation; nothing where none is required. */
export function ProofFields({ proof, refusal, onType }: ProofFieldsProps) {
  const t = useTranslations('security');
  const { isPasswordAsked, isPasswordMissing, password, second } = proof;
  const wrong =
    refusal?.reason === 'bad_login'
      ? t('errors.wrongLogin')
      : refusal?.reason === 'password_needed'
        ? refusal.message
        : undefined;
  return (
    <>
      {isPasswordAsked && (
        <PasswordField
          label={t('prove.password')}
          autoComplete="current-password"
          value={password}
          error={isPasswordMissing ? t('prove.missing') : wrong}
          onChange={(event) => {
            proof.type(event.target.value);
            onType();
          }}
        />
      )}
      <SecondFields form={second} refused={isAboutSecond(refusal) ? refusal?.message : undefined} onChange={onType} />
    </>
  );
}
