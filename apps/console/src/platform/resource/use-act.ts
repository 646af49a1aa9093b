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
  /** `isDone` is false when a second operator is needed. */
  readonly onDone: (result: { readonly data: RaRecord; readonly isDone: boolean }) => void;
  /** A problem of one field; others appear as a toast. */
  readonly onField?: (field: string, words: string) => void;
}

/** Performs an action on one record and waits for the answer. After a conflict the record is read again. */
export function useAct({ onDone, onField }: ActOptions) {
  const provider = useDataProvider<typeof dataProvider>();
  const queries = useQueryClient();
  const notify = useNotify();
  const logoutIfDenied = useLogoutIfAccessDenied();
  const words = useProblemWords();
  return useMutation({
    mutationFn: ({ resource, id, action, body = {} }: Act) => provider.act(resource, id, action, body),
    onSuccess: async (result, { resource, id }) => {
      // A proposal leaves the record unchanged.
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
