/** What a migration must not do while the version before runs (docs/OPERATING.md, "Migrations"). */
interface Danger {
  readonly pattern: RegExp;
  readonly why: string;
  /** Removes something: allowed with a contract line. */
  readonly isContract?: true;
  /** Harmless for a table of the same migration. */
  readonly isHarmlessWhenNew?: true;
  /** No danger outside a transaction. */
  readonly allowedOutside?: true;
}

const TABLE = String.raw`(?:if exists )?(?:only )?(?<table>[a-z_]+)`;
const alter = (rest: string): RegExp => new RegExp(String.raw`\balter table ${TABLE}[^;]*\b${rest}`, 's');

const DANGERS: readonly Danger[] = [
  {
    pattern: new RegExp(String.raw`\bdrop (?:table|view|type|function|procedure|domain)\b`),
    why: 'drops what the version before may use',
    isContract: true,
  },
  {
    pattern: alter(String.raw`drop (?:column\b|(?!constraint\b|default\b|not null\b|expression\b|identity\b)[a-z_]+)`),
    why: 'drops a column the version before may use',
    isContract: true,
  },
  {
    pattern: /\brename (?:to|column|constraint)\b|\brename [a-z_]+ to\b/,
    why: 'renames what the version before uses by its old name',
    isContract: true,
  },
  {
    pattern: alter(String.raw`alter (?:column )?[a-z_]+ (?:set data )?type\b`),
    why: 'rewrites the whole table while nobody may read it',
    isContract: true,
    isHarmlessWhenNew: true,
  },
  {
    pattern: alter(
      String.raw`add (?:column )?(?:if not exists )?[a-z_]+ (?:(?!\bdefault\b|,|\badd\b).)*\bnot null\b(?!(?:(?!,).)*\bdefault\b)`,
    ),
    why: 'adds a column that the version before does not fill',
    isHarmlessWhenNew: true,
  },
  {
    pattern: alter(String.raw`add (?:column )?(?:if not exists )?[a-z_]+ (?:ledger|market|product|spot)_[a-z]+\b`),
    why: 'adds a column of a domain with a check, which rewrites the whole table: a plain type and a check that is “not valid”',
    isHarmlessWhenNew: true,
  },
  {
    pattern: alter(String.raw`set not null\b`),
    why: 'reads the whole table while nobody may write it: add a check that is “not valid”, validate it, then set it',
    isHarmlessWhenNew: true,
  },
  {
    pattern: alter(String.raw`add (?:constraint [a-z_]+ )?(?:check|foreign key)\b(?!(?:(?!\badd\b).)*\bnot valid\b)`),
    why: 'reads the whole table while nobody may write it: add it “not valid” and validate it in a migration of its own',
    isHarmlessWhenNew: true,
  },
  {
    pattern: alter(
      String.raw`add (?:constraint [a-z_]+ )?(?:unique|primary key|exclude)\b(?!(?:(?!\badd\b).)*\busing index\b)`,
    ),
    why: 'builds an index while nobody may write the table',
    isHarmlessWhenNew: true,
  },
  {
    pattern: /\bcreate (?:unique )?index (?!concurrently\b)(?:if not exists )?[a-z_]+ on (?:only )?(?<table>[a-z_]+)/,
    why: 'builds an index while nobody may write the table: “concurrently”, outside a transaction',
    isHarmlessWhenNew: true,
  },
  {
    pattern: /\b(?:create (?:unique )?|drop |re)index concurrently\b/,
    why: 'cannot be done in a transaction: mark the file “-- outside a transaction”',
    allowedOutside: true,
  },
  {
    pattern: /^(?:lock\b|vacuum full\b|cluster\b|reindex (?!(?:index|table) concurrently))/,
    why: 'keeps everybody from the table for long',
  },
  {
    pattern: /^(?:update (?<table>[a-z_]+)|delete from (?<other>[a-z_]+))\b(?!.*\bwhere\b)/s,
    why: 'changes every row in one transaction',
    isHarmlessWhenNew: true,
  },
];

const bare = (statement: string): string =>
  statement.replaceAll(/--.*$/gm, ' ').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** Statements with their comments; function bodies contain semicolons. */
function statementsIn(text: string): string[] {
  const bodies: string[] = [];
  const held = text.replaceAll(/\$([a-z]*)\$.*?\$\1\$/gs, (body) => `$${bodies.push(body) - 1}$`);
  return held.split(';').filter((each) => bare(each) !== '');
}

/** Dangers of a migration without `-- safe: why` above the statement or `-- contract: …` above all. */
export function dangersIn(text: string): string[] {
  const isOutside = /^-- outside a transaction$/m.test(text);
  const isContract = /^-- contract: programs from \d{4} on$/m.test(text);
  const statements = statementsIn(text);
  const made = new Set(
    [...bare(text).matchAll(/\bcreate table (?:if not exists )?([a-z_]+)/g)].map(([, table]) => table),
  );
  return statements.flatMap((statement) => {
    if (/^\s*-- safe: \S/m.test(statement)) return [];
    const text = bare(statement);
    return DANGERS.flatMap(({ pattern, why, isContract: taking, isHarmlessWhenNew, allowedOutside }) => {
      const found = pattern.exec(text);
      const excused =
        (taking && isContract) ||
        (allowedOutside && isOutside) ||
        (isHarmlessWhenNew && made.has(found?.groups?.['table'] ?? found?.groups?.['other'] ?? ''));
      return found && !excused ? [`“${text.slice(0, 80)}” ${why}.`] : [];
    });
  });
}
