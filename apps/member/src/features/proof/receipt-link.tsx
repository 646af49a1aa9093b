import { buttonClass, Icon } from '@plimsoll/ui';
import { receipt } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { receiptPath, type ReceiptOf } from './receipt-address.ts';

interface ReceiptLinkProps extends ReceiptOf {
  /** Closes the sheet that the button is in. */
  readonly onClose?: () => void;
  /** It is in a sheet that ends with its page. */
  readonly isOver?: boolean;
}

/** The button at the end of a detail that opens its receipt. */
export function ReceiptButton({ onClose, isOver = onClose !== undefined, ...of }: ReceiptLinkProps) {
  const t = useTranslations('receipts');
  return (
    <Link to={receiptPath(of)} replace={isOver} onClick={onClose} className={`${buttonClass('line')} w-full`}>
      <Icon of={receipt} size={20} />
      {t('title')}
    </Link>
  );
}

/** The link in a row of a list that opens its receipt. */
export function ReceiptLink(of: ReceiptOf) {
  const t = useTranslations('receipts');
  return (
    <Link
      to={receiptPath(of)}
      className="hit relative z-1 inline-flex min-h-5 items-center gap-1.5 text-12 font-medium text-ink-2"
    >
      <Icon of={receipt} size={16} />
      {t('title')}
    </Link>
  );
}
