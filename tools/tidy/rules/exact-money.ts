import { isCode, isTest, type Rule } from '../house.ts';

const MONEY =
  /amount|price|balance|fee|stake|paid|notional|available|frozen|hold|quantity|usdt|payout|profit|interest|\bnum\b|total|\brate\b/i;
/** Parsing text as a float, rounding one, and other inexact operations. */
const INEXACT =
  /\b(?:parseFloat|Number\.parseFloat|Number|Math\.(?:round|floor|ceil|trunc)|toNumber)\([^\n]*|\.toFixed\([^\n]*/g;
/** The reason why a line is no arithmetic on money, on it or above it. */
const EXCUSE = /\/\/ not money: \S/;

/** Charts, the stream and HTX's protocol carry floats; the simulated market uses them. */
const isExempt = (path: string): boolean => path.startsWith('apps/server/src/market/');

/** Money is never a `number`. Detected by names: a false positive is explained by a comment `// not money: …`. */
export const exactMoney: Rule = (files) =>
  files
    .filter(
      (file) =>
        isCode(file) &&
        !isTest(file) &&
        /^(?:apps\/server\/src|packages\/(?:contract|rules)\/src)\//.test(file.path) &&
        !isExempt(file.path),
    )
    .flatMap(({ path, text }) => {
      const lines = text.split('\n');
      return lines.flatMap((line, index) => {
        // Arguments may be on the following lines.
        const below = line.endsWith('(') ? lines.slice(index + 1, index + 4).join(' ') : '';
        const found = [...line.matchAll(INEXACT)].find(
          ([call]) => /parseFloat|toNumber/.test(call) || MONEY.test((call.startsWith('.') ? line : call) + below),
        );
        if (!found || EXCUSE.test(line) || EXCUSE.test(lines[index - 1] ?? '') || /^\s*(?:\*|\/\/)/.test(line))
          return [];
        return [
          {
            path,
            line: index + 1,
            sentence: `${found[0].split('(')[0] ?? ''} on what may be money: use @plimsoll/money, or say why not in \`// not money: …\`.`,
          },
        ];
      });
    });
