import type { OperatorCall } from '@plimsoll/contract/operator';
import type { listOwnSessions } from '@plimsoll/contract/operator/operators';
import { Button, Tag } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { Moment } from '../../platform/resource/index.ts';
import { useOwnCall } from './use-own-call.ts';

type Sessions = typeof listOwnSessions extends OperatorCall<infer _In, infer Out> ? Out : never;
const KEY = ['own-sessions'];

/** The operator's sessions. */
export function SessionsPane() {
  const t = useTranslations('console.me');
  const queries = useQueryClient();
  const { call, isBusy } = useOwnCall();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await ask<Sessions>('GET', '/operators/me/sessions', { signal })).data,
    retry: false,
  });
  const end = async (id?: number) => {
    await call('/operators/me/sessions/end', id === undefined ? {} : { id });
    await queries.invalidateQueries({ queryKey: KEY });
  };
  if (!data) return null;
  return (
    <Pane
      title={t('sessionsTitle')}
      aside={
        data.total > 1 ? (
          <Button kind="line" size="small" busy={isBusy} onClick={() => void end()}>
            {t('endOthers')}
          </Button>
        ) : undefined
      }
    >
      <ul className="grid divide-y divide-line">
        {data.list.map((session) => (
          <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={() => void end(session.id)} />
        ))}
      </ul>
    </Pane>
  );
}

interface SessionRowProps {
  readonly session: Sessions['list'][number];
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session: { addtime, last_seen, address, here }, isBusy, onEnd }: SessionRowProps) {
  const t = useTranslations('console.me');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2.5">
      <span className="min-w-0 text-13">
        <bdi className="mono block">{address}</bdi>
        <span className="text-12 text-ink-3">
          {t.rich('sessionSince', {
            since: () => <Moment at={addtime} />,
            seen: () => <Moment at={last_seen} />,
          })}
        </span>
      </span>
      {here === 1 ? (
        <Tag kind="ok">{t('here')}</Tag>
      ) : (
        <Button kind="line" size="small" disabled={isBusy} onClick={onEnd}>
          {t('endSession')}
        </Button>
      )}
    </li>
  );
}
