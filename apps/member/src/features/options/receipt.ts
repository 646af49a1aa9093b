import type { OptionOrder } from '@plimsoll/contract';
import { saveFile } from '../../platform/save-file.ts';
import type { WireTape } from './stretch.ts';
import type { Checked } from './tape.ts';

const FORMAT = 'plimsoll-option-receipt';

/** All that is needed to recompute an option, as the wire had it, and the result here. */
export function receiptOf(
  order: OptionOrder,
  { rules, list: tape }: WireTape,
  { proof: { steps, holds }, outcome }: Checked,
): File {
  const text = JSON.stringify(
    { format: FORMAT, version: 2, rules, order, tape, checked: { holds, steps, outcome } },
    null,
    2,
  );
  return new File([text], `plimsoll-option-${order.order_id}.json`, { type: 'application/json' });
}

/** Shares a file with other apps; saves it where that is impossible. */
export async function shareFile(file: File): Promise<void> {
  if (!('canShare' in navigator) || !navigator.canShare({ files: [file] })) {
    saveFile(file);
    return;
  }
  // Closing the share sheet is no failure.
  await navigator.share({ files: [file], title: file.name }).catch(() => undefined);
}
