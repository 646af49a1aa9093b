import type { OptionOrder } from '@plimsoll/contract';
import type { WireTape } from './stretch.ts';
import type { Checked } from './tape.ts';

const FORMAT = 'plimsoll-option-receipt';

/** All that is needed to recompute an option, as the wire had it, and what was found here. */
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

/** Hands a file to the browser's downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser takes hold of it within the click's turn; some do a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Offers a file to other apps; saves it where there is no sharing of files. */
export async function shareFile(file: File): Promise<void> {
  if (!('canShare' in navigator) || !navigator.canShare({ files: [file] })) {
    saveFile(file);
    return;
  }
  // Whoever closes the share sheet wanted nothing else.
  await navigator.share({ files: [file], title: file.name }).catch(() => undefined);
}
