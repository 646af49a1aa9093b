import type { KeptAnswers, ProgramRequest, ProgramRoute, RawAnswer } from '../../../platform/http/route.ts';
import { PREFIX, type Admission } from '../admit.ts';
import { CODE, errorBody, failed, UNFIT, unpermitted, type HtxResult } from './answers.ts';
import type { HtxFields } from './asked.ts';
import { callOf, HTX_CALLS, type HtxCall } from './calls.ts';

type Deps = Parameters<HtxCall['answer']>[1] & { readonly admission: Admission };

const areFields = (read: unknown): read is HtxFields =>
  typeof read === 'object' && read !== null && !Array.isArray(read);

/** A body's fields: an object of JSON, or none. Undefined for anything else. */
function bodyFields(body: string | undefined): HtxFields | undefined {
  if (body === undefined) return undefined;
  if (body === '') return {};
  try {
    const read: unknown = JSON.parse(body);
    return areFields(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const send = (result: HtxResult, isV2: boolean): RawAnswer => ({
  status: 200,
  json: JSON.stringify(result.ok ? result.body : errorBody(result.error, isV2)),
});

async function answer(request: ProgramRequest, path: string, kept: KeptAnswers, deps: Deps): Promise<HtxResult> {
  const found = callOf(request.method, path);
  // Whoever asks for what is not there learns nothing of keys.
  if (!found) return failed(CODE.parameter, 'there is no such call');
  const admitted = await deps.admission.admit(request);
  if (typeof admitted === 'string') return { ok: false, error: UNFIT[admitted] };
  const { key, query } = admitted;
  const { call, named } = found;
  if (call.right === 'trade' && !key.mayTrade) return unpermitted;
  const fields = call.method === 'GET' ? Object.fromEntries(query.fields) : bodyFields(request.body);
  if (!fields) return failed(CODE.parameter, 'the body is no object of JSON');
  return call.answer({ key, fields, named, kept }, deps);
}

/** Paths under which every private call lies: whole, or up to what names something. */
const bases = new Set(HTX_CALLS.map(({ path }) => path.replace(/\{\}.*$/, '*')));

/** Binds HTX's private calls, with the prefix and at the root of a host of their own. */
export const programRoutes = (deps: Deps): readonly ProgramRoute[] =>
  ['', PREFIX].flatMap((prefix) =>
    [...bases].map((base) => ({
      path: `${prefix}${base}`,
      answer: async (request: ProgramRequest, kept: KeptAnswers) => {
        const path = request.path.slice(prefix.length);
        return send(await answer(request, path, kept, deps), path.startsWith('/v2/'));
      },
    })),
  );
