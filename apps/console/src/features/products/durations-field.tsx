import { readDecimal } from '@plimsoll/i18n';
import { Button, Field, Icon, IconButton, Unit } from '@plimsoll/ui';
import { plus, trash } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { unpadded, type OwnField } from '../../platform/resource/index.ts';

/** A duration in the form. */
interface Duration {
  readonly days: number | string;
  readonly interest_rate: string;
  readonly min_price: string;
}

/** The default: one empty duration. */
export const ONE_DURATION: readonly Duration[] = [{ days: '', interest_rate: '', min_price: '' }];
/** Maximum (contract, `staking_info`). */
const MAX = 20;

/** In the wire's digits; anything but a figure is left for the server to refuse. */
const figure = <T,>(typed: T): T | string => (typeof typed === 'string' ? (readDecimal(typed) ?? typed) : typed);

const durationsOf = (value: unknown): readonly Duration[] => (Array.isArray(value) ? value : ONE_DURATION);

export const sentDurations = (value: unknown): unknown =>
  durationsOf(value).map((each) => ({
    ...each,
    days: figure(each.days),
    interest_rate: figure(each.interest_rate),
    min_price: figure(each.min_price),
  }));

/** The durations of a staking project, each with its rate and minimum. */
export function DurationsField({ label, help, value, onChange, error, disabled }: OwnField) {
  const t = useTranslations('console-catalogue');
  const all = durationsOf(value);
  const set = (at: number, part: Partial<Duration>) =>
    onChange(all.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <fieldset className="grid gap-4" aria-describedby={error === undefined ? undefined : 'durations-error'}>
      <legend className="sr">{label}</legend>
      <p className="text-12 text-ink-3">{help}</p>
      {all.map((duration, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a duration has no name but its place while it is written
        <div
          key={at}
          role="group"
          aria-label={t('staking.durationAt', { place: at + 1 })}
          className="grid grid-cols-2 items-end gap-2 @min-[30rem]:grid-cols-[4fr_5fr_6fr_2.75rem]"
        >
          <DurationFields duration={duration} disabled={disabled} onChange={(part) => set(at, part)} />
          {!disabled && all.length > 1 && (
            <IconButton
              label={t('staking.drop', { place: at + 1 })}
              className="mb-0.5"
              onClick={() => onChange(all.filter((_, index) => index !== at))}
            >
              <Icon of={trash} size={20} />
            </IconButton>
          )}
        </div>
      ))}
      {error !== undefined && (
        <p id="durations-error" role="alert" className="flex items-start gap-1.25 text-12 text-danger">
          <Icon of={warn} size={14} className="mt-px" />
          {error}
        </p>
      )}
      {!disabled && all.length < MAX && (
        <Button
          kind="line"
          size="small"
          className="justify-self-start"
          onClick={() => onChange([...all, ...ONE_DURATION])}
        >
          <Icon of={plus} size={18} />
          {t('staking.add')}
        </Button>
      )}
    </fieldset>
  );
}

function DurationFields({
  duration: { days, interest_rate, min_price },
  disabled,
  onChange,
}: {
  readonly duration: Duration;
  readonly disabled: boolean;
  readonly onChange: (part: Partial<Duration>) => void;
}) {
  const t = useTranslations('console-catalogue');
  const common = { inputMode: 'decimal', dir: 'ltr', autoComplete: 'off', disabled } as const;
  return (
    <>
      <Field
        {...common}
        label={t('staking.days')}
        inputMode="numeric"
        value={String(days)}
        onChange={({ target }) => onChange({ days: target.value })}
      />
      <Field
        {...common}
        label={t('staking.perYear')}
        end={<Unit>%</Unit>}
        value={unpadded(interest_rate)}
        onChange={({ target }) => onChange({ interest_rate: target.value })}
      />
      <Field
        {...common}
        label={t('staking.min')}
        value={unpadded(min_price)}
        onChange={({ target }) => onChange({ min_price: target.value })}
      />
    </>
  );
}
