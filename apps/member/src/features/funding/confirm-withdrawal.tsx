import { format } from '@plimsoll/money';
import { AddressText, Dialog, Note, Summary } from '@plimsoll/ui';
import { warn } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useAmountWords } from '../assets/index.ts';
import type { Reckoning } from './withdraw-form.ts';

/** What is about to be asked for. */
export interface WithdrawCommand {
  readonly fields: Readonly<Record<string, string | number | undefined>>;
  readonly reckoned: Reckoning;
  readonly coin: string;
  /** Where it goes: an address by its networks, or a card by its bank. */
  readonly over: string;
  readonly address: string | undefined;
  readonly card: { readonly number: string; readonly holder: string } | undefined;
}

interface ConfirmWithdrawalProps {
  readonly open: boolean;
  /** The last one while the dialog closes. */
  readonly command: WithdrawCommand | undefined;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** The last yes: where it goes, what it costs, what arrives, who looks at it, and that it cannot be called back. */
export function ConfirmWithdrawal({ open, command, busy, onClose, onConfirm }: ConfirmWithdrawalProps) {
  const t = useTranslations('funding.confirm');
  const words = useAmountWords();
  if (!command) return null;
  const { reckoned: { gross, fee, net }, coin, over, address, card } = command;
  const money = (value: typeof gross) => <span className="n">{words(format(value))} <small className="text-[.78em] font-normal text-ink-3">{coin}</small></span>;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<span className="text-20">{t('title', { amount: words(format(net)), coin })}</span>}
      cancel={t('back')}
      confirm={t('send')}
      onConfirm={onConfirm}
      busy={busy}
      busyText={t('sending')}
    >
      <div className="grid gap-3">
        <div className="rounded-lg bg-raised px-4 py-3.5 text-ink">
          <p className="text-12 text-ink-3"><bdi>{over}</bdi></p>
          <div className="mt-1">
            {address !== undefined && <AddressText address={address} />}
            {card && <p className="flex flex-wrap gap-x-3"><bdi dir="ltr" className="n whitespace-normal!">{card.number}</bdi><bdi className="[overflow-wrap:anywhere]">{card.holder}</bdi></p>}
          </div>
        </div>
        <div className="text-ink [&_dd]:ms-auto [&_dl>div]:flex-wrap">
          <Summary rows={[{ term: t('leaves'), value: money(gross) }, { term: t('fee'), value: money(fee) }, { term: t('arrives'), value: money(net), total: true }]} />
        </div>
        <p className="text-13">{t('review')}</p>
        <Note kind="warn" icon={warn}>{t(address === undefined ? 'wrongCard' : 'wrongAddress')}</Note>
      </div>
    </Dialog>
  );
}
