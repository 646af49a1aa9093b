import type { AccountType } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { Figure, Icon, IconButton } from '@plimsoll/ui';
import { down, sort } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { ACCOUNT_NAMES, availableOf } from './accounts.ts';
import { canSwap, type MoveAction, type MoveForm, type MoveTerms } from './move-form.ts';

interface RowProps {
  readonly label: string;
  readonly value: AccountType;
  readonly types: readonly AccountType[];
  readonly available: string;
  readonly onPick: (type: AccountType) => void;
}

function PickerRow({ label, value, types, available, onPick }: RowProps) {
  const t = useTranslations('assets.accounts');
  return (
    <div className="relative flex min-h-14.5 flex-wrap items-center gap-x-3 rounded-md py-[1.1rem] focus-within:outline-2 focus-within:outline-focus">
      <span className="min-w-12 text-13 text-ink-3" aria-hidden="true">
        {label}
      </span>
      <span className="flex-1 font-semibold" aria-hidden="true">
        {t(ACCOUNT_NAMES[value])}
      </span>
      <span className="ms-auto flex items-center gap-3 text-13 text-ink-3">
        <Figure value={available} places={8} dim={false} />
        <Icon of={down} size={16} className="text-ink-2" />
      </span>
      <select
        aria-label={label}
        value={String(value)}
        onChange={(event) => {
          const picked = types.find((type) => String(type) === event.target.value);
          if (picked) onPick(picked);
        }}
        className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
      >
        {types.map((type) => (
          <option key={type} value={type}>
            {t(ACCOUNT_NAMES[type])}
          </option>
        ))}
      </select>
    </div>
  );
}

interface AccountPickersProps {
  readonly form: MoveForm;
  readonly terms: MoveTerms;
  readonly onChange: (action: MoveAction) => void;
}

/** The accounts that money is moved between. */
export function AccountPickers({ form, terms, onChange }: AccountPickersProps) {
  const t = useTranslations('assets.move');
  const has = (type: AccountType) => format(availableOf(terms.accounts, type, form.coinId));
  return (
    <div className="on-card relative rounded-lg bg-surface px-4 py-1">
      <PickerRow
        label={t('from')}
        value={form.from}
        types={terms.accounts.map((each) => each.type)}
        available={has(form.from)}
        onPick={(type) => onChange({ kind: 'from', type })}
      />
      <hr className="me-15 border-t" />
      <PickerRow
        label={t('to')}
        value={form.to}
        types={terms.into}
        available={has(form.to)}
        onPick={(type) => onChange({ kind: 'to', type })}
      />
      <IconButton
        label={t('swap')}
        disabled={!canSwap(form, terms)}
        className="absolute! end-11 top-1/2 z-1 -mt-5.5 rounded-full! bg-raised active:bg-raised-2 disabled:text-ink-3"
        onClick={() => onChange({ kind: 'swap' })}
      >
        <Icon of={sort} size={20} />
      </IconButton>
    </div>
  );
}
