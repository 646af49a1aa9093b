import { expect, test } from 'vitest';
import type { Rule, SourceFile } from './house.ts';
import { generatedPages } from './rules/generated-pages.ts';
import { headingsOf, listedPages, onlyOurPages, references } from './rules/references.ts';

function judge(rule: Rule, files: Readonly<Record<string, string>>): string[] {
  const sources: SourceFile[] = Object.entries(files).map(([path, text]) => ({ path, text }));
  return rule(sources).map(({ path, line }) => `${path}:${line}`);
}
/** In two parts, so that this file itself cites nothing. */
const cite = (page: string, name: string) => `${page} ${name}`;
const named = (page: string) => ['docs', `${page}.md`].join('/');

const RULES = '# Rules\n\n## 3. Spot\n\n### 3.4 Dust, and `more`\n\n```sh\n# no heading\n```\n';
const WIRE = '# The wire\n\n#### spot.upbbbuy\n';

test('anchors are those of readers of Markdown', () => {
  expect([...headingsOf(`${RULES}\n## Again\n## Again\n`).anchors]).toEqual([
    'rules',
    '3-spot',
    '34-dust-and-more',
    'again',
    'again-1',
  ]);
});

test.each([
  ['[a](RULES.md)', true],
  ['[a](RULES.md#3-spot)', true],
  ['[a](RULES.md#4-options)', false],
  ['[a](RULE.md)', false],
  ['[a](#here)', true],
  ['[a](#there)', false],
  ['[a](pictures/home.png) and [b](https://example.org/x.md)', true],
  ['[a](../apps)', true],
  ['```md\n[a](RULE.md)\n```', true],
])('a link %j holds: %s', (text, holds) => {
  const files = { 'docs/RULES.md': RULES, 'docs/A.md': `# Here\n${text}`, 'apps/a.ts': '' };
  expect(judge(references, files)).toEqual(holds ? [] : ['docs/A.md:2']);
});

test.each([
  [cite('RULES', '3.4'), true],
  [`(${cite('RULES', '3')}).`, true],
  [cite('RULES', '3.5'), false],
  [cite('WIRE', 'spot.upbbbuy'), true],
  [cite('WIRE', 'spot.buy'), false],
  [cite('WIRE', 'operator/settings.readSettings'), true],
  [named('RULES'), true],
  [named('GONE'), false],
])('a comment that cites %j holds: %s', (text, holds) => {
  const files = {
    'docs/RULES.md': RULES,
    'docs/WIRE.md': WIRE,
    'docs/WIRE-OPERATOR.md': '#### operator/settings.readSettings\n',
    'apps/a.ts': `\n// ${text}`,
  };
  expect(judge(references, files)).toEqual(holds ? [] : ['apps/a.ts:2']);
});

test.each([
  ['the form (rules 4, docs/OPTIONS.md)', false],
  ['a bound (wire, Spot)', false],
  ['a hue (look, 5)', false],
  ['a wait (spec part 1, section 9)', false],
  ['refuse(wire, "404"); setTimeout(look, 5)', true],
  [`a bound (${cite('RULES', '3.4')})`, true],
])('a comment %j cites only pages of the repository: %s', (text, holds) => {
  expect(
    judge(onlyOurPages, { 'apps/a.ts': `\n// ${text}`, 'apps/server/migrations/0001_a.sql': `-- ${text}` }),
  ).toEqual(holds ? [] : ['apps/a.ts:2']);
});

test('a generated page is what is generated, no line more or less', () => {
  const rule = generatedPages([{ path: 'docs/A.md', text: 'a\nb\n' }]);
  expect(judge(rule, { 'docs/A.md': 'a\nb\n' })).toEqual([]);
  expect(judge(rule, { 'docs/A.md': 'a\nc\n' })).toEqual(['docs/A.md:2']);
  expect(judge(rule, { 'docs/A.md': 'a\nb\n\nc\n' })).toEqual(['docs/A.md:4']);
  expect(judge(rule, {})).toEqual(['docs/A.md:1']);
});

test('every page stands in the table of contents', () => {
  const files = { 'docs/README.md': '[a](A.md)', 'docs/A.md': '', 'docs/B.md': '', 'docs/decisions/0001-a.md': '' };
  expect(judge(listedPages, files)).toEqual(['docs/B.md:1']);
});
