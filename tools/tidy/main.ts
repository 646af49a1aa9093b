import { memberCalls, REASON_CODES } from '@plimsoll/contract';
import { OPERATOR_REASON_STATUS } from '@plimsoll/contract/operator';
import { SLICES } from '@plimsoll/i18n/english';
import { ROOT } from '../run/part.ts';
import { renderWire } from '../wire-docs/render.ts';
import { renderSnapshot } from '../wire-docs/snapshot.ts';
import { renderWords } from '../wire-docs/words.ts';
import { readFiles, type Rule } from './house.ts';
import { betweenLayers, betweenRooms, noCircles, throughTheIndex } from './rules/arrows.ts';
import { consoleKept } from './rules/console-kept.ts';
import { contractKept } from './rules/contract-kept.ts';
import { noCycles } from './rules/cycles.ts';
import { docstrings } from './rules/docstrings.ts';
import { exactMoney } from './rules/exact-money.ts';
import { decodedPaths, finished, kebabNames, migrationNumbers, noMachine, shortFiles } from './rules/form.ts';
import { generatedPages } from './rules/generated-pages.ts';
import { codesAtHome, lightContract } from './rules/light-contract.ts';
import { oneClock } from './rules/one-clock.ts';
import { openedBooks } from './rules/opened-books.ts';
import { noPositionalArrays } from './rules/positional-arrays.ts';
import { listedPages, onlyOurPages, references } from './rules/references.ts';
import { namedAsRules, noFixedWaits } from './rules/tests.ts';
import { vocabulary } from './rules/vocabulary.ts';
import { wordsAtHand } from './rules/words-at-hand.ts';
import { wordsUsed } from './rules/words-used.ts';

// The style check (ARCHITECTURE): prints violations as `file:line sentence`; exit code 1 when there are any.
const files = readFiles(ROOT);
const RULES: Readonly<Record<string, Rule>> = {
  'arrows between rooms': betweenRooms,
  'arrows inside': betweenLayers,
  'through the index': throughTheIndex,
  'slices in no circle': noCircles,
  'no import cycles': noCycles,
  'no zod in the browser': lightContract,
  'codes at home': codesAtHome,
  'words at hand': wordsAtHand(SLICES.first),
  'words used': wordsUsed,
  vocabulary,
  'the contract is kept': contractKept(
    memberCalls.map(({ name }) => name),
    Object.keys(REASON_CODES),
  ),
  'the console’s contract is kept': consoleKept(Object.keys(OPERATOR_REASON_STATUS), Object.keys(REASON_CODES)),
  'exact money': exactMoney,
  'one clock': oneClock,
  'no positional arrays': noPositionalArrays,
  'opened books': openedBooks,
  docstrings,
  'short files': shortFiles,
  'kebab-case': kebabNames,
  'migration numbers': migrationNumbers,
  'nothing unfinished': finished,
  'no machine': noMachine,
  'decoded paths': decodedPaths,
  'tests named as rules': namedAsRules,
  'no fixed waits': noFixedWaits,
  references,
  'only our pages': onlyOurPages,
  'listed pages': listedPages,
  'generated pages': generatedPages([
    ...(await renderWire(files)),
    await renderSnapshot(files),
    ...(await renderWords(files)),
  ]),
};

let count = 0;
for (const [name, rule] of Object.entries(RULES)) {
  const findings = rule(files);
  count += findings.length;
  if (findings.length > 0) console.log(`\n${name} (${findings.length})`);
  for (const { path, line, sentence } of findings) console.log(`  ${path}:${line} ${sentence}`);
}
console.log(
  count === 0
    ? `tidy: ${files.length} files, ${Object.keys(RULES).length} rules, no findings`
    : `\ntidy: ${count} findings`,
);
process.exitCode = count === 0 ? 0 : 1;
