import type { IncomingHttpHeaders } from 'node:http';

/** `form` also stands for no body. */
export type BodyKind = 'form' | 'json' | 'unsupported';

const KNOWN = new Map<string, BodyKind>([
  ['application/x-www-form-urlencoded', 'form'],
  ['application/json', 'json'],
]);

/** Longer ones are refused: the pattern's time grows with blanks. */
const LONGEST = 200;

function readContentType(header: string): BodyKind {
  const [type = '', ...params] = header.split(';');
  const kind = KNOWN.get(type.trim().toLowerCase()) ?? 'unsupported';
  const charset = params
    .map((each) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(each)?.[1])
    .find((each) => each !== undefined);
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset) ? kind : 'unsupported';
}

/** The kind of a request's body. Compressed bodies are unsupported: no call needs one that large. */
export function bodyKind(headers: IncomingHttpHeaders): BodyKind {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return 'unsupported';
  const type = headers['content-type'];
  if (type !== undefined) return KNOWN.get(type) ?? (type.length > LONGEST ? 'unsupported' : readContentType(type));
  const length = headers['content-length'];
  const isEmpty = headers['transfer-encoding'] === undefined && (length === undefined || Number(length) === 0);
  return isEmpty ? 'form' : 'unsupported';
}
