import { Figure } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { ACCOUNT_NAMES, partOf, wholeOf, type Account } from './accounts.ts';

interface AccountBarsProps {
  readonly accounts: readonly Account[];
  readonly isHidden: boolean;
  readonly onOpen: (account: Account) => void;
}

/** The accounts of a member, each with the length of its share; a tap opens one. */
export function AccountBars({ accounts, isHidden, onOpen }: AccountBarsProps) {
  const t = useTranslations('assets.accounts');
  const whole = wholeOf(accounts);
  return (
    <section aria-labelledby="account-bars">
      <h2 id="account-bars" className="px-4 pb-1 font-semibold">
        {t('label')}
      </h2>
      {accounts.map((account) => (
        <button
          key={account.type}
          type="button"
          onClick={() => onOpen(account)}
          className="block w-full px-4 py-2 hover:bg-raised"
        >
          <span className="flex flex-wrap justify-between gap-x-3 text-14">
            {t(ACCOUNT_NAMES[account.type])}
            <Figure value={account.all} places={2} dim={false} hidden={isHidden} />
          </span>
          <span className="mt-1 block h-1.5 overflow-hidden rounded-full bg-raised" aria-hidden="true">
            <span
              className="block h-full bg-water-fill"
              style={{ width: `${isHidden ? 0 : partOf(account.all, whole)}%` }}
            />
          </span>
        </button>
      ))}
    </section>
  );
}
