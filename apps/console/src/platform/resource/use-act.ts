import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useLogoutIfAccessDenied, useNotify, type Identifier, type RaRecord } from 'ra-core';
import { proposalIn, type dataProvider } from '../data-provider.ts';
import { fieldOf, isConflict } from '../problem.ts';
import { useProblemWords } from '../problem-words.ts';

interface Act {
  readonly resource: string;
  readonly id: Identifier;
  /** `approve`, `reject`, `freeze`, … */
  readonly action: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

interface ActOptions {
  /** `isDone` is false when a second operator is needed still. */
  readonly onDone: (result: { readonly data: RaRecord; readonly isDone: boolean }) => void;
  /** A problem of one field, to stand beside it; other problems are told as a toast. */
  readonly onField?: (field: string, words: string) => void;
}

/**
 * Does something to one thing, and waits for the server's word before anything on the screen changes. When somebody
 * else was faster, their decision is told at once and shown.
 */
export function useAct({ onDone, onField }: ActOptions) {
  const provider = useDataProvider<typeof dataProvider>();
  const queries = useQueryClient();
  const notify = useNotify();
  const logoutIfDenied = useLogoutIfAccessDenied();
  const words = useProblemWords();
  return useMutation({
    mutationFn: ({ resource, id, action, body = {} }: Act) => provider.act(resource, id, action, body),
    onSuccess: async (result, { resource, id }) => {
      // What waits for a second operator is as it was.
      if (proposalIn(result.data) === undefined)
        queries.setQueryData([resource, 'getOne', { id: String(id), meta: undefined }], result.data);
      onDone(result);
      await queries.invalidateQueries({ queryKey: [resource] });
    },
    onError: async (error, { resource }) => {
      if (await logoutIfDenied(error)) return;
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: [resource] });
      const field = fieldOf(error);
      if (field !== undefined && onField) onField(field, words(error));
      else notify(words(error), { type: 'error' });
    },
  });
}
