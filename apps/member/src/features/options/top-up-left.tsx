import { ACCOUNT_TYPE } from '@plimsoll/contract/codes/assets';
import { format, formatShort } from '@plimsoll/money';
import { linkClass, Note } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { useAmountWords } from '../assets/index.ts';
import { sumOf, useOwnTransferred, type Moved, type SourceType } from './top-up.ts';

export interface TopUpLeftProps {
  readonly moved: Moved;
  readonly coin: string;
  readonly onBack: (type: SourceType) => void;
}

/** Moves back what was moved, one transfer an account, until one is refused or unknown. */
function useMoveBack({ moved, onBack }: TopUpLeftProps) {
  const transferred = useOwnTransferred();
  const sent = useRef<SourceType>(undefined);
  const { busy, submit } = useSubmit('transfer', {
    keyed: true,
    onDone: () => {
      const type = sent.current;
      sent.current = undefined;
      if (type) onBack(type);
      transferred();
    },
    onRefused: transferred,
  });
  /** False while a part is on its way, and after its answer was no success. */
  const isFree = (): boolean => sent.current === undefined;
  const moveBack = async (): Promise<void> => {
    if (busy) return;
    sent.current = undefined;
    for (const { type, available } of moved.parts) {
      sent.current = type;
      // oxlint-disable-next-line eslint/no-await-in-loop -- a second transfer is not sent once the first has failed
      await submit({
        c_id: moved.coinId,
        num: formatShort(available),
        from_type: ACCOUNT_TYPE.options,
        to_type: type,
      });
      if (!isFree()) return;
    }
  };
  return { busy, moveBack };
}

/** That an option was not placed for which money was moved: it can be placed with it, or moved back. */
export function TopUpLeft(props: TopUpLeftProps) {
  const t = useTranslations('options.form');
  const words = useAmountWords();
  const { busy, moveBack } = useMoveBack(props);
  return (
    <div role="status">
      <Note kind="warn" icon={info}>
        {t('notPlaced', { amount: words(format(sumOf(props.moved))), coin: props.coin })}{' '}
        <button
          type="button"
          aria-busy={busy || undefined}
          onClick={() => void moveBack()}
          className={`${linkClass} hit`}
        >
          {t('moveBack')}
        </button>
      </Note>
    </div>
  );
}
