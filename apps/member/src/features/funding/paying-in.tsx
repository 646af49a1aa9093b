import type { Network } from '@plimsoll/contract';
import { PAY_TYPE } from '@plimsoll/contract/codes/payouts';
import { AddressText, Button, Icon, Note, QrCode, showToast, shownNumber } from '@plimsoll/ui';
import { copy, download } from '@plimsoll/ui/icons-screens';
import { warn } from '@plimsoll/ui/icons-shell';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { savePicture } from '../../platform/save-picture.ts';
import { CopyButton, useCopy } from './copy-button.tsx';

const CARD = 'rounded-lg bg-surface px-4 on-card';
const bold = (words: React.ReactNode) => <b className="text-ink">{words}</b>;

interface PayingInProps {
  readonly network: Network;
  readonly coin: string;
}

function PayAddress({ network: { address, coin_net, pay_img }, coin }: PayingInProps) {
  const t = useTranslations('funding.deposit');
  const copyIt = useCopy();
  const drawing = useRef<SVGSVGElement>(null);
  const save = () => {
    if (drawing.current)
      void savePicture(drawing.current, `${coin}-${coin_net}.png`).catch(() => showToast('bad', t('saveFailed')));
  };
  return (
    <section aria-label={t('address')} className={`${CARD} pb-4 pt-5`}>
      {address !== '' && <QrCode ref={drawing} text={address} label={t('qr')} />}
      {pay_img !== '' && (
        <img
          src={pay_img}
          alt={t('payPicture')}
          className={`mx-auto w-46 rounded-lg bg-[#fff] ${address === '' ? '' : 'mt-4'}`}
        />
      )}
      {address !== '' && (
        <>
          <div className="mt-4">
            <AddressText address={address} large />
          </div>
          <div className="mt-3 flex gap-3">
            <Button kind="quiet" className="flex-1" onClick={() => copyIt(address)}>
              <Icon of={copy} size={20} />
              {t('copy')}
            </Button>
            <Button kind="quiet" aria-label={t('saveQr')} onClick={save}>
              <Icon of={download} size={20} />
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function PayAccount({ network: { bank_name = '', account_name = '', account_number = '', pay_img } }: PayingInProps) {
  const t = useTranslations('funding.deposit');
  const lines = [
    ['bankName', bank_name, bank_name],
    ['accountName', account_name, account_name],
    ['accountNumber', account_number, shownNumber(account_number, false)],
  ] as const;
  return (
    <section aria-label={t('account')} className={`${CARD} py-1.5`}>
      <dl className="rows">
        <div className="py-3">
          <dt className="text-12 text-ink-3">{t('type')}</dt>
          <dd className="font-medium">{t('bankDeposit')}</dd>
        </div>
        {lines
          .filter(([, text]) => text !== '')
          .map(([key, text, shown]) => (
            <div key={key} className="py-3">
              <dt className="text-12 text-ink-3">{t(key)}</dt>
              <dd className="flex items-center gap-3 font-medium">
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <bdi className={key === 'accountNumber' ? 'n whitespace-normal!' : ''}>{shown}</bdi>
                </span>
                <CopyButton text={text} name={t('copyNamed', { name: t(key) })} />
              </dd>
            </div>
          ))}
      </dl>
      {pay_img !== '' && (
        <img src={pay_img} alt={t('payPicture')} className="mx-auto mb-4 mt-3 w-46 rounded-lg bg-[#fff]" />
      )}
    </section>
  );
}

/** Where the money is sent, and what must not be sent there. */
export function PayingIn({ network, coin }: PayingInProps) {
  const t = useTranslations('funding.deposit');
  const isBank = network.pay_type === PAY_TYPE.bank;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-13 text-ink-2">{t(`payType${network.pay_type}`)}</p>
      {isBank ? <PayAccount network={network} coin={coin} /> : <PayAddress network={network} coin={coin} />}
      <Note kind="warn" icon={warn}>
        {isBank
          ? t.rich('onlyBank', { b: bold, coin })
          : t.rich('onlyNetwork', { b: bold, coin, network: network.coin_net })}
      </Note>
    </div>
  );
}
