import type { SliceAudit } from '../platform/slice.ts';
import type { CauseKind } from './cause-kinds.ts';

/**
 * The lines that a journal of each kind may have: payer `>` payee, and the kind of its hold. `funds`, `options` and
 * `quant` are a member's accounts, `~funds` another member's, `@spot` and the like the platform's own; `*` is the frozen
 * part. Only deposits, withdrawals, house postings and what a demo begins with touch `@outside` (RULES 1).
 */
export const JOURNAL_SHAPES: Readonly<Record<CauseKind, readonly string[]>> = {
  'house-funding': ['@outside>@spot', '@outside>@options', '@outside>@loans', '@outside>@rewards'],
  'demo-funding': ['@outside>funds', '@outside>options', '@outside>quant'],
  'demo-gift': ['@outside>funds'],
  'spot-place': ['funds>funds* spot'],
  'spot-fill': ['funds*>@spot spot', '@spot>funds', 'funds>@fees', 'funds*>funds spot'],
  'spot-cancel': ['funds*>funds spot'],
  'spot-end': ['funds*>funds spot'],
  'account-transfer': [
    'funds>options',
    'funds>quant',
    'options>funds',
    'options>quant',
    'quant>funds',
    'quant>options',
  ],
  'option-open': ['options>options* option-stake', '@options>@options* option-payout'],
  'option-settle': [
    'options*>options option-stake',
    '@options*>options option-payout',
    'options*>@options option-stake',
    '@options*>@options option-payout',
  ],
  'flash-exchange': [
    'funds>@spot',
    'options>@spot',
    'quant>@spot',
    '@spot>funds',
    '@spot>options',
    '@spot>quant',
    '@spot>@rounding',
  ],
  recharge: ['@outside>funds'],
  'withdrawal-request': ['funds>funds* withdrawal'],
  withdrawal: ['funds*>@outside withdrawal', 'funds*>@fees withdrawal'],
  'withdrawal-refusal': ['funds*>funds withdrawal'],
  'member-transfer': ['funds>~funds', 'funds>@fees'],
  'member-transfer-hold': ['funds>funds* member-transfer'],
  'member-transfer-arrival': ['funds*>~funds member-transfer', 'funds*>@fees member-transfer'],
  'member-transfer-cancel': ['funds*>funds member-transfer'],
  loan: ['@loans>funds'],
  'loan-repayment': ['funds>@loans', 'funds>@fees'],
  'mining-open': ['funds>funds* mining', '@rewards>@rewards* mining-reward'],
  'mining-payment': ['@rewards*>funds mining-reward'],
  'mining-end': ['funds*>funds mining'],
  'stake-open': ['funds>funds* stake', '@rewards>@rewards* stake-reward'],
  'stake-end': ['funds*>funds stake', '@rewards*>funds stake-reward'],
  'stake-redeem': ['funds*>funds stake', '@rewards*>funds stake-reward', '@rewards*>@rewards stake-reward'],
  correction: [
    '@rewards>funds',
    '@rewards>options',
    '@rewards>quant',
    'funds>@rewards',
    'options>@rewards',
    'quant>@rewards',
  ],
  'house-posting': ['spot', 'options', 'loans', 'rewards', 'fees', 'rounding'].flatMap((house) => [
    `@outside>@${house}`,
    `@${house}>@outside`,
  ]),
};

/** Kinds whose journals may have a line of one shape more than once: a payment run has one for each order. */
const REPEATED: readonly CauseKind[] = ['mining-payment'];

const ALLOWED = Object.entries(JOURNAL_SHAPES)
  .flatMap(([kind, shapes]) => shapes.map((shape) => `('${kind}', '${shape}')`))
  .join(', ');

const sideOf = (account: string, other: string, isFrozen: string): string => `case
    when ${account}.house is not null then '@' || ${account}.house
    else case when ${account}.member_id <> ${other}.member_id then '~' else '' end
      || case ${account}.type when 1 then 'funds' when 2 then 'options' else 'quant' end
  end || case when ${isFrozen} then '*' else '' end`;

const LINES = `
  select j.id, j.cause_kind, j.cause_id, replace(${sideOf('payer', 'payee', 't.from_frozen')}, '~', '') || '>'
    || ${sideOf('payee', 'payer', 't.to_frozen')} || coalesce(' ' || t.hold_kind, '') as shape
  from ledger_journal j
  left join ledger_transfer t on t.journal_id = j.id
  left join ledger_account payer on payer.id = t.from_account
  left join ledger_account payee on payee.id = t.to_account`;

/** What the audit looks at in all journals, whatever slice posted them. */
export const shapeAudits: readonly SliceAudit[] = [
  {
    name: 'each journal is of a known kind, with lines that such journals have, each once',
    key: 'journal-shapes',
    wrong: `select 'journal ' || l.id || ', ' || l.cause_kind || ' ' || l.cause_id || ': ' || coalesce(l.shape, 'no lines')
        || case when count(*) > 1 then ' ' || count(*) || ' times' else '' end as row
      from (${LINES}) l
      left join (values ${ALLOWED}) allowed (kind, shape) on allowed.kind = l.cause_kind and allowed.shape = l.shape
      group by l.id, l.cause_kind, l.cause_id, l.shape, allowed.kind
      having allowed.kind is null
        or (count(*) > 1 and l.cause_kind not in (${REPEATED.map((kind) => `'${kind}'`).join(', ')}))`,
    figures: `select count(distinct cause_kind) || ' kinds of journals' as row from ledger_journal`,
  },
];
