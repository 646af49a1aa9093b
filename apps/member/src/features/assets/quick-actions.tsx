import { Icon, type IconShape } from '@plimsoll/ui';
import { deposit, flash, move, withdraw } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useMoneyWays } from './money-ways.ts';

const TILE =
  'grid flex-1 content-start justify-items-center gap-1.25 rounded-md bg-surface px-1 py-2.5 text-center text-12/tight text-ink-2 [overflow-wrap:anywhere] active:bg-raised';

const Inside = ({ icon, name }: { readonly icon: IconShape; readonly name: string }) => (
  <>
    <Icon of={icon} duo className="text-ink" />
    {name}
  </>
);

/** Links for deposits, withdrawals and transfers; those switched off are left out, or open customer service. */
export function QuickActions() {
  const t = useTranslations('assets.actions');
  const { flash_exchange_status, account_transfer_status } = useSettings();
  const ways = useMoneyWays();
  return (
    <nav aria-label={t('label')} className="flex flex-wrap gap-2 px-4">
      <button type="button" className={TILE} onClick={ways.deposit}>
        <Inside icon={deposit} name={t('deposit')} />
      </button>
      <button type="button" className={TILE} onClick={ways.withdraw}>
        <Inside icon={withdraw} name={t('withdraw')} />
      </button>
      {flash_exchange_status === 1 && (
        <Link to="/exchangeb" className={TILE}>
          <Inside icon={flash} name={t('convert')} />
        </Link>
      )}
      {account_transfer_status === 1 && (
        <Link to="/changemoney" className={TILE}>
          <Inside icon={move} name={t('move')} />
        </Link>
      )}
    </nav>
  );
}
