import type { SettingsItem } from '@plimsoll/contract/operator';
import { readDecimal } from '@plimsoll/i18n';
import { Field, Unit } from '@plimsoll/ui';
import { ChoiceField, FlagField } from '@plimsoll/ui/console';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ImageInput, percentOf, usePercentText } from '../../platform/resource/index.ts';
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

/** One setting. */
export function SettingRow(props: SettingRowProps) {
  return (
    <div id={`setting-${props.spec.name}`} className="min-w-0 py-3">
      <SettingInput {...props} />
    </div>
  );
}

function useCommon({ spec: { name }, error, disabled, isChanged }: SettingRowProps) {
  const t = useTranslations('console-settings');
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
  return { label, help, error, disabled } as const;
}

function SettingInput(props: SettingRowProps): ReactNode {
  const {
    spec: { name, kind },
    written,
    onWrite,
  } = props;
  const t = useTranslations('console-settings');
  const common = useCommon(props);
  switch (kind) {
    case 'flag':
      return (
        <FlagField
          {...common}
          label={<span className="font-medium text-ink">{common.label}</span>}
          checked={written === '1'}
          onChange={(isOn) => onWrite(isOn ? '1' : '0')}
        />
      );
    case 'image':
      return <ImageInput {...common} label={t(`fields.${name}.label`)} value={written} onChange={onWrite} />;
    case 'leave':
    case 'presets':
      return <SettingChoice {...props} />;
    case 'fixed':
      return <FixedSetting {...props} />;
    case 'text':
    case 'link':
    case 'amount':
    case 'seconds':
    case 'milliseconds':
    case 'fraction':
    case 'cap':
    case 'multiples':
      return <TypedSetting {...props} kind={kind} />;
  }
}

/** Text, a link, or a figure with its unit. */
function TypedSetting({
  kind,
  ...props
}: SettingRowProps & {
  readonly kind: 'text' | 'link' | 'amount' | 'seconds' | 'milliseconds' | 'fraction' | 'cap' | 'multiples';
}) {
  const { written, onWrite } = props;
  const t = useTranslations('console-settings');
  const percentText = usePercentText();
  const typed = {
    ...useCommon(props),
    value: written,
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onWrite(target.value),
  } as const;
  const figure = { ...typed, dir: 'ltr', inputMode: 'decimal' } as const;
  switch (kind) {
    case 'text':
      return <Field {...typed} dir="auto" />;
    case 'link':
      return <Field {...typed} dir="ltr" inputMode="url" />;
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
              {percent !== undefined && `${t('percent', { percent: percentText(percent) })} `}
              {typed.help}
            </>
          }
        />
      );
    }
    case 'cap':
    case 'multiples':
      return <Field {...figure} />;
  }
}

function SettingChoice(props: SettingRowProps) {
  const { spec, written, onWrite } = props;
  const { valueText } = useSettingWords();
  return (
    <ChoiceField
      {...useCommon(props)}
      value={written}
      options={['1', '2'].map((value) => ({ value, label: valueText(spec, value) }))}
      onChange={({ target }) => onWrite(target.value)}
    />
  );
}

/** Read-only here. */
function FixedSetting(props: SettingRowProps) {
  const { spec, item } = props;
  const { valueText } = useSettingWords();
  const { label, help } = useCommon(props);
  const isLink = spec.name === 'custom_script_src' && item[spec.name] !== '';
  return (
    <dl>
      <dt className="text-ink-2">{label}</dt>
      <dd className="mt-0.5 break-all">
        <bdi dir={isLink ? 'ltr' : undefined}>{valueText(spec, String(item[spec.name]))}</bdi>
      </dd>
      <dd className="mt-0.5 text-12 text-ink-3">{help}</dd>
    </dl>
  );
}
