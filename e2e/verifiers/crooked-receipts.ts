import type { Receipt } from '@plimsoll/proof/log';
import type { Fraud } from './world.ts';

/** Changes of an honest receipt of `option-taken`, each with the name by which verifiers must call it. */
export const CROOKED_RECEIPTS: readonly {
  readonly what: string;
  readonly wrong: string;
  readonly change: (receipt: Receipt) => unknown;
}[] = [
  {
    what: 'another stake',
    wrong: 'commitment',
    change: (r) => ({ ...r, opened: { ...Object(r.opened), stake: '1.00000000' } }),
  },
  { what: 'another salt', wrong: 'commitment', change: (r) => ({ ...r, salt: '00'.repeat(32) }) },
  { what: 'nothing opened', wrong: 'commitment', change: (r) => ({ ...r, salt: null, opened: null }) },
  { what: 'a place it has not', wrong: 'inclusion', change: (r) => ({ ...r, index: (r.index ?? 0) + 1 }) },
  { what: 'half a place', wrong: 'inclusion', change: (r) => ({ ...r, proof: null }) },
  {
    what: 'no place long after its time',
    wrong: 'not-logged',
    change: (r) => ({ ...r, index: null, proof: null, checkpoint: null }),
  },
  {
    what: 'a changed entry',
    wrong: 'signature',
    change: (r) => ({ ...r, entry: r.entry.replace('"rules":2', '"rules":3') }),
  },
  {
    what: 'another place in its batch',
    wrong: 'signature',
    change: (r) => ({ ...r, signature: { ...r.signature, i: 1 } }),
  },
  {
    what: 'a checkpoint for the note of its batch',
    wrong: 'signature',
    change: (r) => ({ ...r, signature: { ...r.signature, note: r.checkpoint } }),
  },
  { what: 'a field too many', wrong: 'receipt', change: (r) => ({ ...r, more: 1 }) },
  { what: 'an entry of another spelling', wrong: 'entry', change: (r) => ({ ...r, entry: `${r.entry} ` }) },
];

/** Worlds whose receipts verifiers must refuse, by the name of what is wrong. */
export const CROOKED_FIGURES: readonly { readonly what: string; readonly wrong: string; readonly fraud: Fraud }[] = [
  {
    what: 'winnings 10⁻⁸ short',
    wrong: 'profit',
    fraud: {
      opened: (opened) =>
        'profit' in opened
          ? { ...opened, profit: opened.profit.replace(/\d$/, (d) => String((Number(d) + 9) % 10)) }
          : opened,
    },
  },
  {
    what: 'the end of an option for another stake than was placed',
    wrong: 'stake',
    fraud: {
      opened: (opened) =>
        'profit' in opened && opened.profit.startsWith('-')
          ? { stake: '1.00000000', profit: '-1.00000000' }
          : 'profit' in opened
            ? { stake: '1.00000000', profit: '0.80000000' }
            : opened,
    },
  },
  {
    what: 'a direction at its end that was not committed to',
    wrong: 'direction',
    fraud: {
      fields: (type, fields) =>
        type === 'option-settled' ? { ...fields, direction: fields['direction'] === 'up' ? 'down' : 'up' } : fields,
    },
  },
  {
    what: 'a fill left out between others',
    wrong: 'fill-missing',
    fraud: { fields: (type, fields) => (type === 'fill' && fields['n'] === 2 ? { ...fields, n: 3 } : fields) },
  },
  {
    what: 'a fee above the terms',
    wrong: 'fee',
    fraud: { opened: (opened) => ('fee' in opened ? { ...opened, fee: '0.00100000' } : opened) },
  },
  {
    what: 'an improvement kept',
    wrong: 'paid',
    fraud: { opened: (opened) => ('paid' in opened ? { ...opened, paid: '1.00000000' } : opened) },
  },
];
