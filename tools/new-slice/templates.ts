/** A slice's name in the forms that files need. */
export interface SliceName {
  /** `favourites` */
  readonly lower: string;
  /** `Favourites` */
  readonly pascal: string;
  /** `FAVOURITES` */
  readonly upper: string;
}

/** The call of the contract that a new slice begins with. */
export const callOf = ({ pascal }: SliceName): string => `get${pascal}List`;

/** The files of a new slice's contract and server, by path; `migration` is its number. */
export function codeFiles(name: SliceName, migration: string): Readonly<Record<string, string>> {
  const { lower } = name;
  const server = `apps/server/src/features/${lower}`;
  return {
    [`packages/contract/src/${lower}.ts`]: contract(name),
    [`apps/server/migrations/${migration}_${lower}.sql`]: migrationOf(name),
    [`${server}/store.ts`]: store(name),
    [`${server}/routes.ts`]: routes(name),
    [`${server}/create-${lower}.ts`]: factory(name),
    [`${server}/index.ts`]: `/** What members keep in ${lower} (docs/wire/${lower}.md). */\nexport { create${name.pascal} } from './create-${lower}.ts';\n`,
    [`${server}/${lower}.test.ts`]: test(name),
    [`docs/wire/${lower}.md`]: `What a member keeps in ${lower}, newest first.\n`,
  };
}

/** The files of a new slice's screen in the member app, by path; `title` is a key of `app.titles`. */
export function screenFiles(name: SliceName, title: string): Readonly<Record<string, string>> {
  const folder = `apps/member/src/features/${name.lower}`;
  return {
    [`${folder}/index.ts`]: memberIndex(name),
    [`${folder}/${name.lower}-screen.tsx`]: screen(name, title),
  };
}

const contract = (name: SliceName): string => `import { z } from 'zod';
import { call, id, listOf, time } from './call.ts';
import { fields, limitField, pageField } from './fields.ts';

const ${name.lower}Item = z.object({
  id,
  /** When it was made. */
  created_at: time,
});

/** What the member keeps in ${name.lower}, newest first. */
export const ${callOf(name)} = call({
  name: '${callOf(name)}',
  member: true,
  input: fields({ page: pageField(), limit: limitField() }),
  output: listOf(${name.lower}Item),
});
`;

const migrationOf = ({ lower }: SliceName): string => `-- What members keep in ${lower}.
create table ${lower} (
  id bigint generated always as identity (start with 100001) primary key,
  member_id bigint not null references member,
  created_at timestamptz not null
);
create index ${lower}_of_member on ${lower} (member_id, id desc);
grant select, insert on ${lower} to plimsoll_app;
`;

const store = ({ lower, pascal }: SliceName): string => `import { sql } from '../../platform/db.ts';

/** Given the member, how many at most, and how many to pass over. */
export const own${pascal} = sql<{ id: string; created_at: Date }>(
  '${lower}.own',
  'select id, created_at from ${lower} where member_id = $1 order by id desc limit $2 offset $3',
);
`;

const routes = (name: SliceName): string => `import { ok } from '@plimsoll/contract';
import { ${callOf(name)} } from '@plimsoll/contract/${name.lower}';
import type { Query } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { own${name.pascal} } from './store.ts';

/** The calls of ${name.lower} (docs/wire/${name.lower}.md). */
export const ${name.lower}Routes = ({ db }: { readonly db: Query }): readonly Route[] => [
  memberRoute(${callOf(name)}, async ({ page, limit }, { memberId }) => {
    const rows = await db.run(own${name.pascal}, [memberId, limit, (page - 1) * limit]);
    return ok({ list: rows.map((row) => ({ id: Number(row.id), created_at: row.created_at.toISOString() })) });
  }),
];
`;

const factory = ({ lower, pascal }: SliceName): string => `import type { Query } from '../../platform/db.ts';
import type { Slice } from '../../platform/slice.ts';
import { ${lower}Routes } from './routes.ts';

/** Opens ${lower}. */
export const create${pascal} = (deps: { readonly db: Query }): Slice => ({ routes: ${lower}Routes(deps) });
`;

const test = (name: SliceName): string => `import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { sql } from '../../platform/db.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { create${name.pascal} } from './index.ts';

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12));
const keep = sql<never>('test.keep', 'insert into ${name.lower} (member_id, created_at) values ($1, $2)');
let database: TestDatabase;
let http: TestHttp;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  http = testHttp({ db, clock, routes: create${name.pascal}({ db }).routes ?? [] });
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

test('a member reads what is their own, and nothing of another', async () => {
  const [lea, tom] = [await http.newMember(), await http.newMember()];
  await database.db.run(keep, [lea.id, new Date(clock.nowMs())]);
  const listOf = async ({ token }: typeof lea) => (await http.call('${callOf(name)}', {}, { token })).data;
  expect(await listOf(lea)).toMatchObject({ list: [{ created_at: '2026-01-05T12:00:00.000Z' }] });
  expect(await listOf(tom)).toEqual({ list: [] });
});
`;

const memberIndex = ({
  lower,
  upper,
}: SliceName): string => `import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /${lower} */
export const ${upper} = lazyScreen(['${lower}'], () => import('./${lower}-screen.tsx'));
`;

const screen = (
  name: SliceName,
  title: string,
): string => `import { Empty, ErrorState, Loading, SkeletonBlock } from '@plimsoll/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import { refusedWords } from '../../platform/refused.ts';
import { PageHeader } from '../site/index.ts';

/** /${name.lower} */
export default function ${name.pascal}Screen() {
  const t = useTranslations('${name.lower}');
  const app = useTranslations('app');
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['${callOf(name)}'],
    queryFn: () => post('${callOf(name)}', {}, { quiet: true }),
  });
  return (
    <>
      <PageHeader title={app('titles.${title}')} canGoBack />
      {data === undefined && !isError && (
        <Loading label={app('kit.loading')}>
          <SkeletonBlock height={48} className="m-4" />
        </Loading>
      )}
      {data === undefined && isError && (
        <ErrorState
          title={app('kit.loadFailed')}
          text={refusedWords(error)}
          onRetry={() => void refetch()}
          className="pt-16"
        />
      )}
      {data?.list.length === 0 && <Empty title={t('none')} className="pt-16" />}
      {data?.list.map(({ id, created_at: createdAt }) => (
        <p key={id} className="px-4 py-3.5">
          {createdAt}
        </p>
      ))}
    </>
  );
}
`;
