import { multipart } from './multipart.ts';

/** A file body that must be refused before the file is read. */
interface BrokenFileBody {
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
  readonly status: number;
  readonly reason: string;
}

type Whole = ReturnType<typeof multipart>;

const file = (size: number) => ({ name: 'file', content: new Uint8Array(size).fill(65) });
const TOO_LARGE = 8 * 2 ** 20 + 1;

/** Broken bodies of another type than a file's. */
function otherTypes(whole: Whole): BrokenFileBody[] {
  const [status, reason] = [415, 'unsupported_media_type'] as const;
  const type = (value: string) => ({ 'content-type': value });
  return [
    { what: 'a form', headers: type('application/x-www-form-urlencoded'), payload: Buffer.from('file=1') },
    { what: 'JSON', headers: type('application/json'), payload: Buffer.from('{"file":"1"}') },
    { what: 'an image by itself', headers: type('image/jpeg'), payload: Buffer.from([0xff, 0xd8, 0xff]) },
    { what: 'parts of another kind', headers: type('multipart/mixed; boundary=x'), payload: whole.payload },
    { what: 'packed parts', headers: { ...whole.headers, 'content-encoding': 'gzip' }, payload: whole.payload },
  ].map((each) => ({ ...each, status, reason }));
}

/** Bodies whose parts cannot be read. */
function malformed({ headers, payload }: Whole): BrokenFileBody[] {
  const [status, reason] = [400, 'malformed_body'] as const;
  const unnamed = payload.toString('latin1').replace(' name="file";', '');
  const many = Array.from({ length: 100 }, (_each, at) => ({ name: `part${at}`, content: 'x' }));
  return [
    { what: 'no boundary', headers: { 'content-type': 'multipart/form-data' }, payload },
    { what: 'another boundary', headers: { 'content-type': 'multipart/form-data; boundary=other' }, payload },
    { what: 'no body', headers, payload: Buffer.alloc(0) },
    { what: 'no end', headers, payload: payload.subarray(0, -10) },
    { what: 'an end in the middle of the headers', headers, payload: payload.subarray(0, 40) },
    { what: 'a part without a name', headers, payload: Buffer.from(unnamed, 'latin1') },
    { what: 'parts without end', headers, payload: multipart(...many).payload },
  ].map((each) => ({ ...each, status, reason }));
}

/** Bodies with a name twice or with brackets. */
function repeated({ headers }: Whole): BrokenFileBody[] {
  const [status, reason] = [400, 'repeated_parameter'] as const;
  const twice = [file(3), { name: 'a', content: '1' }, { name: 'a', content: '2' }];
  return [
    { what: 'two files', headers, payload: multipart(file(3), file(4)).payload },
    { what: 'brackets', headers, payload: multipart({ name: 'file[]', content: 'x' }).payload },
    { what: 'another name twice', headers, payload: multipart(...twice).payload },
  ].map((each) => ({ ...each, status, reason }));
}

function tooLarge({ headers }: Whole): BrokenFileBody[] {
  const [status, reason] = [413, 'body_too_large'] as const;
  const beside = { name: 'other', content: new Uint8Array(TOO_LARGE) };
  return [
    { what: 'too much', headers, payload: multipart(file(TOO_LARGE)).payload },
    { what: 'too much beside it', headers, payload: multipart(file(3), beside).payload },
  ].map((each) => ({ ...each, status, reason }));
}

/** Every way the body of a file can be broken. */
export function brokenFileBodies(): readonly BrokenFileBody[] {
  const whole = multipart(file(3));
  return [otherTypes, malformed, repeated, tooLarge].flatMap((bodies) => bodies(whole));
}
