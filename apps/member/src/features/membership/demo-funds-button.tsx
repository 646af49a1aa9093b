import { Button } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { DemoFunds } from './demo-funds.tsx';

/** For a member with an empty account, beside the balance. */
export default function DemoFundsButton() {
  const t = useTranslations('membership.panel');
  return (
    <DemoFunds>
      {({ busy, submit }) => (
        <Button
          kind="quiet"
          className="mt-4 w-full"
          busy={busy}
          busyText={t('demoFundsBusy')}
          onClick={() => void submit()}
        >
          {t('getDemoFunds')}
        </Button>
      )}
    </DemoFunds>
  );
}
