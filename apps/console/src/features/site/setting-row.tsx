import type { SettingsItem } from '@plimsoll/contract/operator';
import { readDecimal } from '@plimsoll/i18n';
import { Field, Unit } from '@plimsoll/ui';
import { ChoiceField, FlagField } from '@plimsoll/ui/console';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ImageInput, percentOf } from '../../platform/resource/index.ts';
import type { SettingSpec } from './settings-spec.ts';
import { useSettingWords } from './setting-words.ts';

interface SettingRowProps {
  readonly spec: SettingSpec;
  readonly written: string;
  readonly onWrite: (written: string) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly isChanged: boolean;
  readonly item: SettingsItem;
}

/** One setting: what it is called, what it does, how it stands. */
export function SettingRow({ spec, written, onWrite, error, disabled, isChanged, item }: SettingRowProps) {
  const t = useTranslations('console-settings');
  const { say } = useSettingWords();
  const { name, kind } = spec;
  const label = (
    <>
      {t(`fields.${name}.label`)}
      {isChanged && <span className="ms-2 inline-block size-1.5 rounded-full bg-water-fill align-middle" />}
    </>
  );
  const help = (
    <>
      {t(`fields.${name}.help`)} <span className="mono text-11">{name}</span>
    </>
  );
  const common = { label, help, error, disabled } as const;
  const typed = {
    ...common,
    value: written,
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onWrite(target.value),
  } as const;
  const figure = { ...typed, dir: 'ltr', inputMode: 'decimal' } as const;
  const choice = (options: readonly { readonly value: string; readonly label: string }[]) => (
    <ChoiceField {...common} value={written} options={options} onChange={({ target }) => onWrite(target.value)} />
  );
  const draw = (): ReactNode => {
    switch (kind) {
      case 'flag':
        return (
          <FlagField
            {...common}
            label={<span className="font-medium text-ink">{label}</span>}
            checked={written === '1'}
            onChange={(isOn) => onWrite(isOn ? '1' : '0')}
          />
        );
      case 'text':
        return <Field {...typed} dir="auto" />;
      case 'link':
        return <Field {...typed} dir="ltr" inputMode="url" />;
      case 'image':
        return (
          <ImageInput
            label={t(`fields.${name}.label`)}
            help={help}
            error={error}
            disabled={disabled}
            value={written}
            onChange={onWrite}
          />
        );
      case 'amount':
        return <Field {...figure} end={<Unit>USDT</Unit>} />;
      case 'seconds':
      case 'milliseconds':
        return <Field {...figure} end={<Unit>{t(kind)}</Unit>} />;
      case 'fraction': {
        const percent = percentOf(readDecimal(written) ?? '');
        return (
          <Field
            {...figure}
            end={<Unit>{t('fraction')}</Unit>}
            help={
              <>
                {percent !== undefined && `${t('percent', { percent })} `}
                {help}
              </>
            }
          />
        );
      }
      case 'cap':
      case 'multiples':
        return <Field {...figure} />;
      case 'leave':
      case 'presets':
        return choice(['1', '2'].map((value) => ({ value, label: say(spec, value) })));
      case 'fixed':
        return (
          <dl>
            <dt className="text-ink-2">{label}</dt>
            <dd className="mt-0.5 break-all">
              <bdi dir={name === 'custom_script_src' && item[name] !== '' ? 'ltr' : undefined}>
                {say(spec, String(item[name]))}
              </bdi>
            </dd>
            <dd className="mt-0.5 text-12 text-ink-3">{help}</dd>
          </dl>
        );
    }
  };
  return (
    <div id={`setting-${name}`} className="min-w-0 py-3">
      {draw()}
    </div>
  );
}
