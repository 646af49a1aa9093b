import { useTranslate } from 'ra-core';

/** Words for an error, in the reader's language. */
export function useProblemWords(): (error: unknown) => string {
  const translate = useTranslate();
  return (error) =>
    translate(error instanceof Error && error.message !== '' ? error.message : 'console.problem.unknown');
}
