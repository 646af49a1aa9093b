import { BottomBar, Button, buttonClass, Icon } from '@plimsoll/ui';
import { deposit, move, withdraw } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { movePath, type AccountPlace } from './account-place.ts';
import { useMoneyWays } from './money-ways.ts';

/** Three side by side on the narrowest phone; below one another in large type. */
const SLIM = 'flex-[1_1_auto] px-1.5! text-14! gap-1.5!';

/** Links to move, deposit and withdraw. */
export function AccountBar({ place }: { readonly place: AccountPlace }) {
  const t = useTranslations('assets.account');
  const { account_transfer_status } = useSettings();
  const ways = useMoneyWays(place.coinId);
  return (
    <BottomBar>
      <nav aria-label={t('bar')} className="flex flex-wrap gap-2">
        {account_transfer_status === 1 && (
          <Link to={movePath(place)} className={`${buttonClass('quiet')} ${SLIM}`}>
            <Icon of={move} size={20} />
            {t('move')}
          </Link>
        )}
        <Button kind="quiet" className={SLIM} onClick={ways.deposit}>
          <Icon of={deposit} size={20} />
          {t('deposit')}
        </Button>
        <Button kind="quiet" className={SLIM} onClick={ways.withdraw}>
          <Icon of={withdraw} size={20} />
          {t('withdraw')}
        </Button>
      </nav>
    </BottomBar>
  );
}
