import { useTranslate } from 'ra-core';

/** The words of whatever was thrown, in the reader's language: the server's own, or that no answer came. */
export function useProblemWords(): (error: unknown) => string {
  const translate = useTranslate();
  return (error) =>
    translate(error instanceof Error && error.message !== '' ? error.message : 'console.problem.unknown');
}
