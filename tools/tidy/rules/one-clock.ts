import { findAll, isCode, isTest, type Rule } from '../house.ts';

/** The clock itself, and waits for processes. */
const EXEMPT = /^apps\/server\/src\/platform\/(?:clock\.ts|postgres\/)/;

/** The server reads the time from the injected clock only, so that tests control it. */
export const oneClock: Rule = (files) =>
  files
    .filter(
      (file) => file.path.startsWith('apps/server/src/') && isCode(file) && !isTest(file) && !EXEMPT.test(file.path),
    )
    .flatMap((file) =>
      findAll(file, /\bDate\.now\(\)|\bnew Date\(\)/g, ([found]) => `${found} is not the injected clock's time.`),
    );
