import type { IncomingMessage } from 'node:http';
import { REASON_CODES } from '@plimsoll/contract';
import { OPERATOR_REASON_STATUS, type OperatorCall, type OperatorReason } from '@plimsoll/contract/operator';
import { receiveFile, unfitForFile, type AtOnce } from '../uploads/index.ts';
import { readBody, type BodyFault } from './body.ts';
import { bodyKind } from './content-type.ts';
import { decodeUtf8, parseForm, parseJson, type ParsedFields } from './fields.ts';
import { queryOf } from './request.ts';
import type { Fields } from './route.ts';

/** Max bytes of a body: an article with every letter escaped. */
const BODY_LIMIT = 256 * 1024;

export interface FieldFault {
  readonly reason: OperatorReason;
  readonly field?: string | undefined;
}
type RawFields = ParsedFields | { readonly fault: OperatorReason };

export type OperatorInput = { readonly input: unknown } | { readonly fault: FieldFault };

interface Given {
  readonly call: OperatorCall;
  readonly fromPath: Fields;
  readonly operatorId: string;
}

/** From path, body and, of a GET, query. */
export async function readOperatorInput(
  request: IncomingMessage,
  { call, fromPath, operatorId }: Given,
  filesUnderWay: AtOnce,
): Promise<OperatorInput> {
  const query: ParsedFields = call.method === 'GET' ? { fields: {} } : parseForm(queryOf(request));
  if ('fault' in query) return { fault: { reason: query.fault } };
  const [stray] = Object.keys(query.fields);
  if (stray !== undefined) return { fault: { reason: 'unknown_field', field: stray } };

  const read = call.file ? await readFile(request, operatorId, filesUnderWay) : await readFields(request, call);
  if ('fault' in read) return { fault: { reason: read.fault } };
  const repeated = Object.keys(fromPath).find((name) => name in read.fields);
  if (repeated !== undefined) return { fault: { reason: 'unknown_field', field: repeated } };

  const parsed = call.input.safeParse({ ...read.fields, ...fromPath });
  return parsed.success ? { input: parsed.data } : { fault: faultOf(parsed.error.issues[0]) };
}

async function readFields(request: IncomingMessage, call: OperatorCall): Promise<RawFields> {
  if (call.method === 'GET') return parseForm(queryOf(request));
  const kind = bodyKind(request.headers);
  if (kind === 'unsupported') return { fault: 'unsupported_media_type' };
  const body = await new Promise<Buffer | BodyFault>((resolve) => readBody(request, resolve, BODY_LIMIT));
  if (typeof body === 'string') return { fault: body };
  const text = decodeUtf8(body);
  // A form with fields is not JSON; an empty one is an empty body.
  if (kind === 'form' && text !== '') return { fault: 'unsupported_media_type' };
  return text === undefined ? { fault: 'malformed_body' } : parseJson(text);
}

async function readFile(request: IncomingMessage, operatorId: string, filesUnderWay: AtOnce): Promise<RawFields> {
  const unfit = unfitForFile(request.headers);
  if (unfit) return { fault: unfit };
  const file = await receiveFile(request, filesUnderWay, operatorId);
  return typeof file === 'string' ? { fault: file } : { fields: { file } };
}

interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

const isReason = (word: string): word is OperatorReason =>
  Object.hasOwn(REASON_CODES, word) || Object.hasOwn(OPERATOR_REASON_STATUS, word);

function faultOf(issue: Issue | undefined): FieldFault {
  if (issue?.code === 'unrecognized_keys') return { reason: 'unknown_field', field: issue.keys?.[0] };
  return {
    reason: issue && isReason(issue.message) ? issue.message : 'bad_value',
    field: issue?.path.map(String).join('.'),
  };
}
