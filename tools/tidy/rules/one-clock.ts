import { findAll, isCode, isTest, type Rule } from '../house.ts';

/** The clock itself, and what waits for processes of the machine. */
const EXEMPT = /^apps\/server\/src\/platform\/(?:clock\.ts|postgres\/)/;

/** Only the injected clock tells the server the time, so that a test can be a year long. */
export const oneClock: Rule = (files) =>
  files
    .filter(
      (file) => file.path.startsWith('apps/server/src/') && isCode(file) && !isTest(file) && !EXEMPT.test(file.path),
    )
    .flatMap((file) =>
      findAll(file, /\bDate\.now\(\)|\bnew Date\(\)/g, ([found]) => `${found} is not the injected clock's time.`),
    );
