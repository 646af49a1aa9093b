import type { SliceAudit } from '../platform/slice.ts';
import type { CauseKind } from './cause-kinds.ts';

/**
 * What a journal of each kind consists of: one line for each part, `?` at most one, `+` at least one; ` | ` separates
 * lines of which a part is one. A line is payer `>` payee and the kind of its hold. `funds`, `options` and `quant` are
 * accounts of one member, `~funds` another member's, `@spot` and the like the platform's own; `*` is the frozen part.
 * Only deposits, withdrawals, house postings and what a demo begins with touch `@outside` (RULES 1). `ledger_post`
 * refuses anything else by the same table, `ledger_shape`.
 */
export const JOURNAL_SHAPES: Readonly<Record<CauseKind, readonly string[]>> = {
  'house-funding': ['@outside>@spot | @outside>@options | @outside>@loans | @outside>@rewards'],
  'demo-funding': ['@outside>funds | @outside>options | @outside>quant'],
  'demo-gift': ['@outside>funds'],
  'spot-place': ['funds>funds* spot'],
  'spot-fill': ['funds*>@spot spot', '@spot>funds', '?funds>@fees', '?funds*>funds spot'],
  'spot-cancel': ['funds*>funds spot'],
  'spot-end': ['funds*>funds spot'],
  'account-transfer': ['funds>options | funds>quant | options>funds | options>quant | quant>funds | quant>options'],
  'option-open': ['options>options* option-stake', '@options>@options* option-payout'],
  'option-settle': [
    'options*>options option-stake | options*>@options option-stake',
    '@options*>options option-payout | @options*>@options option-payout',
  ],
  'flash-exchange': [
    'funds>@spot | options>@spot | quant>@spot',
    '@spot>funds | @spot>options | @spot>quant',
    '?@spot>@rounding',
  ],
  recharge: ['@outside>funds'],
  'withdrawal-request': ['funds>funds* withdrawal'],
  withdrawal: ['funds*>@outside withdrawal', '?funds*>@fees withdrawal'],
  'withdrawal-refusal': ['funds*>funds withdrawal'],
  'member-transfer': ['funds>~funds', '?funds>@fees'],
  'member-transfer-hold': ['funds>funds* member-transfer'],
  'member-transfer-arrival': ['funds*>~funds member-transfer', '?funds*>@fees member-transfer'],
  'member-transfer-cancel': ['funds*>funds member-transfer'],
  loan: ['@loans>funds'],
  'loan-repayment': ['funds>@loans', '?funds>@fees'],
  'mining-open': ['funds>funds* mining', '@rewards>@rewards* mining-reward'],
  'mining-payment': ['+@rewards*>funds mining-reward'],
  'mining-end': ['funds*>funds mining'],
  'stake-open': ['funds>funds* stake', '@rewards>@rewards* stake-reward'],
  'stake-end': ['funds*>funds stake', '@rewards*>funds stake-reward'],
  'stake-redeem': ['funds*>funds stake', '?@rewards*>funds stake-reward', '?@rewards*>@rewards stake-reward'],
  correction: [
    '@rewards>funds | @rewards>options | @rewards>quant | funds>@rewards | options>@rewards | quant>@rewards',
  ],
  'house-posting': [
    ['spot', 'options', 'loans', 'rewards', 'fees', 'rounding']
      .flatMap((house) => [`@outside>@${house}`, `@${house}>@outside`])
      .join(' | '),
  ],
};

/** A line that journals of a kind may have, as a row of `ledger_shape`. */
export interface ShapeLine {
  readonly kind: string;
  readonly line: string;
  /** The part that it is, as a power of two. */
  readonly part: number;
  /** The sum of the parts that every journal of the kind has. */
  readonly needed: number;
  /** A journal may have it several times, each for another member. */
  readonly repeats: boolean;
}

/** The rows of a kind's parts, as {@link JOURNAL_SHAPES} spells them. */
export function shapeLines(kind: string, parts: readonly string[]): readonly ShapeLine[] {
  const needed = parts.reduce((sum, part, place) => sum + (part.startsWith('?') ? 0 : 2 ** place), 0);
  return parts.flatMap((part, place) =>
    part
      .replace(/^[?+]/, '')
      .split(' | ')
      .map((line) => ({ kind, line, part: 2 ** place, needed, repeats: part.startsWith('+') })),
  );
}

/** {@link JOURNAL_SHAPES} as rows. */
const SHAPE_LINES: readonly ShapeLine[] = Object.entries(JOURNAL_SHAPES).flatMap(([kind, parts]) =>
  shapeLines(kind, parts),
);

const ALLOWED = `(values ${SHAPE_LINES.map(
  ({ kind, line, part, needed, repeats }) => `('${kind}', '${line}', ${part}, ${needed}, ${repeats})`,
).join(', ')}) allowed (kind, line, part, needed, repeats)`;

const roleOf = (account: string, isFrozen: string): string =>
  `coalesce('@' || ${account}.house, (array['funds', 'options', 'quant'])[${account}.type]) || case when ${isFrozen} then '*' else '' end`;

const LINES = `
  select j.id, j.cause_kind, j.cause_id, coalesce(payer.member_id, payee.member_id) as member_id,
    ${roleOf('payer', 't.from_frozen')} || '>' || case when payer.member_id <> payee.member_id then '~' else '' end
      || ${roleOf('payee', 't.to_frozen')} || coalesce(' ' || t.hold_kind, '') as line
  from ledger_journal j
  left join ledger_transfer t on t.journal_id = j.id
  left join ledger_account payer on payer.id = t.from_account
  left join ledger_account payee on payee.id = t.to_account`;

/** Journals with lines that their kind does not have. */
const misshaped = (lines: string): string =>
  `select 'journal ' || l.id || ', ' || l.cause_kind || ' ' || l.cause_id || ': '
        || coalesce(string_agg(l.line, ', ' order by l.line), 'no lines') as row
      from (${lines}) l left join ${ALLOWED} on allowed.kind = l.cause_kind and allowed.line = l.line
      group by l.id, l.cause_kind, l.cause_id
      having bool_or(allowed.part is null) or bit_or(allowed.part) & max(allowed.needed) <> max(allowed.needed)
        or (not bool_or(allowed.repeats)
          and (sum(allowed.part) <> bit_or(allowed.part) or min(l.member_id) <> max(l.member_id)))`;

/** What the audit looks at in all journals, whatever slice posted them. */
export const shapeAudits: readonly SliceAudit[] = [
  {
    name: 'each journal is of a known kind and has the lines of its kind, of one member',
    key: 'journal-shapes',
    wrong: misshaped(LINES),
    figures: `select count(distinct cause_kind) || ' kinds of journals' as row from ledger_journal`,
    after: { wrong: misshaped(`${LINES} where j.id > {journal}`) },
  },
  {
    name: 'the database refuses journals of other shapes',
    key: 'ledger-shape',
    wrong: `select coalesce(s.kind, allowed.kind) || ': ' || coalesce(s.line, allowed.line) as row
      from ledger_shape s full join ${ALLOWED} on allowed.kind = s.kind and allowed.line = s.line
      where (s.part, s.needed, s.repeats) is distinct from (allowed.part, allowed.needed, allowed.repeats)`,
    figures: `select count(*) || ' lines of ' || count(distinct kind) || ' kinds' as row from ledger_shape`,
  },
];
