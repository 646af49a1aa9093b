import type { BankCard } from '@plimsoll/contract';
import { formatTime } from '@plimsoll/i18n';
import { Icon, linkClass, Note, shownNumber, useReading } from '@plimsoll/ui';
import { plus } from '@plimsoll/ui/icons-screens';
import { clock, warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { BoundCard } from '../payouts/index.ts';
import type { WithdrawBlock, WithdrawTerms } from './withdraw-form.ts';

const LONE = `${linkClass} hit text-13`;

interface ToAddressProps {
  readonly coinId: number;
  readonly coin: string;
  readonly terms: WithdrawTerms;
}

/** The address bound for the coin, or the link to bind one. */
export function ToAddress({ coinId, coin, terms }: ToAddressProps) {
  const t = useTranslations('funding.withdraw');
  const { can_edit_address } = useSettings();
  const [bound] = terms.address_list;
  const path = `/bindMentionAddress?${new URLSearchParams({ id: String(coinId) })}`;
  if (!bound)
    return (
      <Note kind="warn" icon={warn}>
        {t('noAddress', { coin })}{' '}
        <Link to={path} className={`${linkClass} hit`}>
          {t('bindAddress')}
        </Link>
      </Note>
    );
  return (
    <BoundCard bound={bound} title={t('toAddress')}>
      {can_edit_address === 1 && (
        <Link to={path} aria-label={t('changeAddress')} className={LONE}>
          {t('change')}
        </Link>
      )}
    </BoundCard>
  );
}

interface ToCardProps {
  readonly cards: readonly BankCard[];
  readonly chosen: BankCard | undefined;
  readonly onPick: (id: number) => void;
}

/** The member's cards, one of them chosen, or the link to bind one. */
export function ToCard({ cards, chosen, onPick }: ToCardProps) {
  const t = useTranslations('funding.withdraw');
  const { bank_swan_type, can_edit_bank } = useSettings();
  if (!chosen)
    return (
      <Note kind="warn" icon={warn}>
        {t('noCard')}{' '}
        <Link to="/bank?card=new" className={`${linkClass} hit`}>
          {t('bindCard')}
        </Link>
      </Note>
    );
  return (
    <fieldset className="min-w-0 rounded-lg bg-surface py-1.5">
      <legend className="float-start px-4 pt-2 text-13 text-ink-2">{t('toCard')}</legend>
      <ul className="rows clear-both">
        {cards.map((card) => (
          <li key={card.id}>
            <label className="flex min-h-15 cursor-pointer items-center gap-3 px-4 py-2">
              <span className="relative grid size-5 flex-none place-items-center">
                <input
                  type="radio"
                  name="card"
                  checked={card.id === chosen.id}
                  onChange={() => onPick(card.id)}
                  className="peer absolute inset-0 size-5 cursor-pointer appearance-none rounded-full edge-strong checked:edge-water"
                />
                <span className="pointer-events-none relative size-2.5 rounded-full bg-water-fill opacity-0 peer-checked:opacity-100" />
              </span>
              <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
                {card.bank_name}
                <span className="mt-0.5 flex flex-wrap gap-x-3 text-13 font-normal text-ink-2">
                  <bdi dir="ltr" className="n whitespace-normal!">
                    {shownNumber(card.card_number, bank_swan_type === 1)}
                  </bdi>
                  <bdi className="text-ink-3 [overflow-wrap:anywhere]">{card.card_name}</bdi>
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2">
        <Link to="/bank" className={LONE}>
          {t('manageCards')}
        </Link>
        {can_edit_bank === 1 && (
          <Link to="/bank?card=new" className={LONE}>
            <Icon of={plus} size={16} />
            {t('bindCard')}
          </Link>
        )}
      </p>
    </fieldset>
  );
}

/** What prevents withdrawals, until when, and what to do. */
export function BlockNote({
  block,
  terms,
}: {
  readonly block: WithdrawBlock | undefined;
  readonly terms: WithdrawTerms;
}) {
  const t = useTranslations('funding.withdraw');
  const reading = useReading();
  if (block === 'waits' && terms.waits_until !== null) {
    return (
      <Note kind="warn" icon={clock}>
        {t('waits', { until: formatTime(terms.waits_until, { ...reading, style: 'full' }) })}
      </Note>
    );
  }
  if (block === 'identity') {
    return (
      <Note kind="warn" icon={warn}>
        {t('needsIdentity')}{' '}
        <Link to="/real_authentication" className={`${linkClass} hit`}>
          {t('verify')}
        </Link>
      </Note>
    );
  }
  return null;
}
