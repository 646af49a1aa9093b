import type { DataProvider, GetListParams, Identifier, RaRecord } from 'ra-core';
import { ask } from './api.ts';

/** Resources without list and id. */
const SINGLE: ReadonlySet<string> = new Set(['settings']);
const NEVER_SENT: ReadonlySet<string> = new Set(['id', 'proposal']);

const pathOf = (resource: string, id: Identifier): string =>
  SINGLE.has(resource) ? `/${resource}` : `/${resource}/${encodeURIComponent(id)}`;
const named = (resource: string, data: RaRecord): RaRecord => (SINGLE.has(resource) ? { ...data, id: resource } : data);

/** The wire's `sort`; undefined for newest first. */
export const sortOf = ({
  field,
  order,
}: {
  readonly field: string;
  readonly order: 'ASC' | 'DESC';
}): string | undefined => (field === 'id' && order === 'DESC' ? undefined : `${order === 'DESC' ? '-' : ''}${field}`);

/** The changed fields. */
export function changed(
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) =>
        !NEVER_SENT.has(name) && value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
}

async function page(resource: string, { pagination, sort, filter, signal }: GetListParams) {
  const { data } = await ask<{ list: RaRecord[]; total: number }>('GET', `/${resource}`, {
    query: {
      page: pagination?.page ?? 1,
      limit: pagination?.perPage ?? 20,
      sort: sort && sortOf(sort),
      ...filter,
    },
    signal,
  });
  return { data: data.list, total: data.total };
}

const one = async (resource: string, id: Identifier, signal?: AbortSignal): Promise<RaRecord> =>
  named(resource, (await ask<RaRecord>('GET', pathOf(resource, id), { signal })).data);
const never = (): Promise<never> => Promise.reject(new Error('rows are retired, never deleted'));

/** The change became a proposal, which another operator must approve. */
const isWaiting = (data: unknown): data is { readonly proposal: { readonly id: number } } =>
  typeof data === 'object' && data !== null && 'proposal' in data && Boolean(data.proposal);
/** The id of the proposal that a change became; undefined when it took effect. */
export const proposalIn = (data: unknown): number | undefined => (isWaiting(data) ? data.proposal.id : undefined);

/** ra-core's access to the operator API (docs/wire/operator.md). */
const provider = {
  supportAbortSignal: true,
  getList: (resource: string, params: GetListParams) => page(resource, params),
  getManyReference: (
    resource: string,
    { target, id, filter, ...params }: GetListParams & { target: string; id: Identifier },
  ) => page(resource, { ...params, filter: { ...filter, [target]: id } }),
  getOne: async (resource: string, { id, signal }: { id: Identifier; signal?: AbortSignal }) => ({
    data: await one(resource, id, signal),
  }),
  getMany: async (resource: string, { ids }: { ids: Identifier[] }) => ({
    data: await Promise.all(ids.map((id) => one(resource, id))),
  }),
  create: async (resource: string, { data }: { data: Record<string, unknown> }) => {
    const { data: made } = await ask<RaRecord>('POST', `/${resource}`, { body: data });
    // There is no row yet: an id that is never looked up.
    return { data: isWaiting(made) ? { ...made, id: `proposal ${made.proposal.id}` } : made };
  },
  update: async (
    resource: string,
    { id, data, previousData }: { id: Identifier; data: Record<string, unknown>; previousData: RaRecord },
  ) => {
    const body = changed(data, previousData);
    if (Object.keys(body).length === 0) return { data: previousData };
    const { data: made } = await ask<RaRecord>('PATCH', pathOf(resource, id), { body });
    return { data: isWaiting(made) ? { ...previousData, proposal: made.proposal } : named(resource, made) };
  },
  updateMany: never,
  delete: never,
  deleteMany: never,
  /**
   * `act('recharges', 5, 'approve', { remark })` is `POST /recharges/5/approve`. `isDone` is false when a second
   * operator is needed.
   */
  act: async (resource: string, id: Identifier, action: string, body: Readonly<Record<string, unknown>>) => {
    const { status, data } = await ask<RaRecord>('POST', `${pathOf(resource, id)}/${action}`, { body });
    return { data, isDone: status !== 202 };
  },
};

export type ConsoleProvider = typeof provider;
/** ra-core's methods are generic in the row's type. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no function can make rows of any type that is asked for
export const dataProvider = provider as DataProvider & Pick<ConsoleProvider, 'act'>;
