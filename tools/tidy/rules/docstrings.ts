import { isCode, isTest, type Rule } from '../house.ts';

const ROOMS = /^(?:apps\/server\/src\/(?:ledger|market|features)|packages\/[^/]+\/src)\//;
const FUNCTION =
  /^export (?:async )?function\*? (\w+)|^export const (\w+)(?:: [^=]+)? = (?:async )?(?:<[^=]*>)?\([^=]*\)?(?::[^=]+)? =>|^export const (\w+) = (?:async )?<?.*=>$|^export const (\w+)(?:: [^=]+)? = (?:async )?(?:<[^=]*>)?\($/;

/** Exported functions have a docstring: meaning, units, errors. */
export const docstrings: Rule = (files) =>
  files
    .filter((file) => ROOMS.test(file.path) && isCode(file) && !isTest(file))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n');
      return lines.flatMap((line, index) => {
        const match = FUNCTION.exec(line);
        const name = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
        if (name === undefined || /\*\/\s*$/.test(lines[index - 1] ?? '')) return [];
        return [{ path, line: index + 1, sentence: `${name} is exported without a docstring.` }];
      });
    });
