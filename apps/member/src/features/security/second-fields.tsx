import { CODE_DIGITS } from '@plimsoll/contract/figures';
import { Field, Note, Seg } from '@plimsoll/ui';
import { key } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import type { SecondForm } from './use-second-factor.ts';

interface SecondFieldsProps {
  readonly form: SecondForm;
  readonly refused: string | undefined;
  readonly onChange?: () => void;
}

/** The second factor: which one, where there are several, and its code. Nothing without one. */
export function SecondFields({ form, refused, onChange }: SecondFieldsProps) {
  const t = useTranslations('security.second');
  const { factors, by, code, wrong } = form;
  if (by === undefined) return null;
  const error = wrong ? t(wrong) : refused;
  return (
    <div className="grid gap-3">
      {factors.length > 1 && (
        <Seg
          label={t('by')}
          options={factors.map((each) => ({ value: each, label: t(each) }))}
          value={by}
          onChange={(next) => {
            form.choose(factors.find((each) => each === next) ?? by);
            onChange?.();
          }}
        />
      )}
      {by === 'passkey' ? (
        <div role={error === undefined ? undefined : 'alert'}>
          <Note kind={error === undefined ? 'info' : 'bad'} icon={key}>
            {error ?? t('onePasskey')}
          </Note>
        </div>
      ) : (
        <Field
          key={by}
          label={t(by === 'totp' ? 'code' : 'recoveryCode')}
          placeholder={t(by === 'totp' ? 'codeHint' : 'recoveryHint', { count: CODE_DIGITS })}
          autoComplete="one-time-code"
          inputMode={by === 'totp' ? 'numeric' : 'text'}
          autoCapitalize={by === 'totp' ? 'none' : 'characters'}
          spellCheck={false}
          // The placeholder is in words.
          {...(code === '' ? {} : { dir: 'ltr' })}
          maxLength={24}
          value={code}
          error={error}
          onChange={(event) => {
            form.type(event.target.value);
            onChange?.();
          }}
        />
      )}
    </div>
  );
}
