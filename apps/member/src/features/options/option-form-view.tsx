import { inPercent, format, formatShort, parseAmount, ZERO } from '@plimsoll/money';
import type { Direction } from '@plimsoll/proof';
import {
  Check,
  ErrorState,
  Figure,
  Icon,
  linkClass,
  loneLinkClass,
  MarkScale,
  Presets,
  Range,
  ChipSelect,
  DecimalInput,
} from '@plimsoll/ui';
import { warn } from '@plimsoll/ui/icons-shell';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useIsWide } from '../../platform/use-is-wide.ts';
import { fillPath } from '../assets/index.ts';
import { FormSkeleton } from './list-skeleton.tsx';
import { isShort, missingFor, type OptionAction, type OptionForm } from './option-form.ts';
import { bold } from './order-parts.tsx';
import { breakEven } from './returns.ts';
import { cycleOf, presetsOf, type Terms } from './terms.ts';
import { takenFrom, type Moved, type OtherFunds } from './top-up.ts';
import { TopUpLeft, type TopUpLeftProps } from './top-up-left.tsx';
import { useReturns } from './trade-bar.tsx';
import { UpDown, type Blocked } from './up-down.tsx';
import { useStakeWords, useWriting } from './words.ts';

interface OptionFormProps {
  readonly form: OptionForm;
  readonly terms: Terms | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly blocked: Blocked | undefined;
  readonly onChange: (action: OptionAction) => void;
  readonly onPlace: (direction: Direction) => void;
  readonly funds: OtherFunds | undefined;
  readonly isAlways: boolean;
  readonly onAlways: (always: boolean) => void;
  /** What was moved for an option that was not placed. */
  readonly left: Moved | undefined;
  readonly onBack: TopUpLeftProps['onBack'];
}

const Wrong = ({ id, children }: { readonly id?: string; readonly children: ReactNode }) => (
  <p id={id} role="alert" className="flex items-start gap-1.25 text-12 text-danger">
    <Icon of={warn} size={14} className="mt-px" />
    {children}
  </p>
);

const Head = ({ children, end }: { readonly children: ReactNode; readonly end: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-2 text-13 text-ink-2">
    {children}
    <span className="text-ink-3">{end}</span>
  </div>
);

type PartProps = Pick<OptionFormProps, 'form' | 'onChange'> & { readonly terms: Terms };

function StakeField({ form, terms, onChange, errorId }: PartProps & { readonly errorId: string }) {
  const t = useTranslations('options.form');
  const isWrong = form.errors.stake !== undefined;
  return (
    <div className="ctl flex min-h-12 items-center gap-2 rounded-md px-3.5" data-wrong={isWrong ? '' : undefined}>
      <DecimalInput
        value={form.stake}
        onEnter={(text) => onChange({ kind: 'stake', text })}
        aria-label={`${t('stake')}, ${terms.coin}`}
        placeholder={t('stake')}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? errorId : undefined}
        className="h-11.5 w-full min-w-0 flex-1 text-left rtl:text-right"
      />
      <span className="text-14 text-ink-3" aria-hidden="true">
        {terms.coin}
      </span>
      <button
        type="button"
        onClick={() => onChange({ kind: 'all' })}
        className={`${loneLinkClass} min-w-11 justify-end`}
      >
        {t('all')}
        <span className="sr">{t('allName')}</span>
      </button>
    </div>
  );
}

function StakePart({ form, terms, onChange }: PartProps) {
  const t = useTranslations('options.form');
  const { short } = useWriting();
  const cycle = cycleOf(terms, form.seconds);
  const errorText = useStakeWords(terms, cycle);
  const id = useId();
  const error = form.errors.stake;
  const presets = presetsOf(terms, form.seconds);
  return (
    <div className="grid gap-2">
      <Head end={cycle && <Range from={short(cycle.min)} to={short(cycle.max)} />}>
        <span className="flex items-center gap-1">
          {t('stakeIn')}
          <ChipSelect
            label={t('unit')}
            options={[{ value: terms.coin, label: terms.coin }]}
            value={terms.coin}
            onChange={() => undefined}
            selectClass="bg-transparent! text-ink! -my-2.5 border-y-10 ps-0.5 pe-7.5 text-13"
          />
        </span>
      </Head>
      <Presets
        label={t('presets')}
        options={presets.map((preset) => ({
          value: formatShort(preset),
          label: <Figure value={formatShort(preset)} bright={0} dim={false} />,
        }))}
        value={presets.filter((preset) => preset === parseAmount(form.stake)).map(formatShort)[0]}
        onChange={(stake) =>
          onChange({ kind: 'preset', stake: presets.find((preset) => formatShort(preset) === stake) ?? ZERO })
        }
      />
      <StakeField form={form} terms={terms} onChange={onChange} errorId={id} />
      {error !== undefined && <Wrong id={id}>{errorText(error)}</Wrong>}
    </div>
  );
}

function CyclePart({ form, terms, onChange }: PartProps) {
  const t = useTranslations('options');
  const { percent, whole } = useWriting();
  return (
    <div className="grid gap-2">
      <Head end={t('form.profitIfRight')}>{t('form.closesAfter')}</Head>
      <Presets
        label={t('form.closesAfter')}
        columns={3}
        options={terms.cycles.map((cycle) => ({
          value: String(cycle.seconds),
          label: t('seconds', { seconds: whole(cycle.seconds) }),
          note: <bdi dir="ltr">+{percent(inPercent(cycle.rate))}</bdi>,
        }))}
        value={form.seconds === undefined ? undefined : String(form.seconds)}
        onChange={(seconds) => onChange({ kind: 'cycle', seconds: Number(seconds) })}
      />
      {form.errors.seconds !== undefined && <Wrong>{t(`errors.${form.errors.seconds}`)}</Wrong>}
    </div>
  );
}

/** How often one must be right, and what is lost otherwise: of the chosen cycle, or the first. */
function BreakEven({ form, terms }: { readonly form: OptionForm; readonly terms: Terms }) {
  const t = useTranslations('options.form');
  const { percent } = useWriting();
  const cycle = cycleOf(terms, form.seconds) ?? terms.cycles[0];
  if (!cycle) return null;
  const share = breakEven(cycle.rate);
  return (
    <div className="grid gap-1.5">
      <p className="text-13 text-ink-2">{t.rich('breakEven', { percent: percent(share), b: bold })}</p>
      {/* not money: a place on a scale */}
      <MarkScale percent={Number(formatShort(share))} label={t('breakEvenText', { percent: percent(share) })} />
      <p className="text-12 text-ink-2">{t('risk')}</p>
    </div>
  );
}

const FROM = { 1: 'fromFunds', 3: 'fromQuant' } as const;

type TopUpProps = Pick<OptionFormProps, 'funds' | 'isAlways' | 'onAlways'>;

/** What the stake takes from the member's other accounts, and whether it always may. */
function TopUpPart({
  form,
  terms,
  funds,
  isAlways,
  onAlways,
}: TopUpProps & { readonly form: OptionForm; readonly terms: Terms }) {
  const t = useTranslations('options.form');
  const taken = takenFrom(funds?.sources ?? [], missingFor(form, terms));
  if (taken.length === 0 || isShort(form, terms)) return null;
  return (
    <>
      {taken.map(({ type, available }) => (
        <div key={type} className="flex flex-wrap justify-between gap-x-2 text-13">
          <span className="text-ink-2">{t(FROM[type])}</span>
          <span className="whitespace-nowrap">
            <Figure value={format(available)} places={8} />{' '}
            <small className="text-[.78em] text-ink-3">{terms.coin}</small>
          </span>
        </div>
      ))}
      <Check checked={isAlways} onChange={onAlways}>
        {t('alwaysTopUp')}
      </Check>
    </>
  );
}

function AccountPart({ form, terms, ...topUp }: TopUpProps & { readonly form: OptionForm; readonly terms: Terms }) {
  const t = useTranslations('options.form');
  const { account_transfer_status } = useSettings();
  // In the sheet the link replaces the sheet's own step in the history.
  const isWide = useIsWide();
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-2 text-13">
        <span className="text-ink-2">{t('account')}</span>
        <span className="whitespace-nowrap">
          <Figure value={format(terms.balance)} places={8} />{' '}
          <small className="text-[.78em] text-ink-3">{terms.coin}</small>
        </span>
      </div>
      <TopUpPart form={form} terms={terms} {...topUp} />
      {account_transfer_status === 1 && isShort(form, terms) && (
        <p className="flex flex-wrap justify-between gap-x-2 text-13 text-ink-2">
          {t('short')}
          <Link to={fillPath(2)} replace={!isWide} className={`${linkClass} hit`}>
            {t('moveHere')}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The form of an option: account, stake, cycle, break-even, up and down. */
export default function OptionFormView({
  form,
  terms,
  failed,
  onRetry,
  blocked,
  onChange,
  onPlace,
  left,
  onBack,
  ...topUp
}: OptionFormProps) {
  const t = useTranslations('options.form');
  const returns = useReturns(form, terms);
  if (!terms) return failed ? <ErrorState title={t('failed')} onRetry={onRetry} /> : <FormSkeleton />;
  return (
    <section aria-label={t('title')} className="grid gap-3.5">
      <AccountPart form={form} terms={terms} {...topUp} />
      {left && <TopUpLeft moved={left} coin={terms.coin} onBack={onBack} />}
      <StakePart form={form} terms={terms} onChange={onChange} />
      <CyclePart form={form} terms={terms} onChange={onChange} />
      <BreakEven form={form} terms={terms} />
      <UpDown returns={returns} blocked={blocked} onPlace={onPlace} />
    </section>
  );
}
