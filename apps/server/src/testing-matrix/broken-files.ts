import { multipart } from './multipart.ts';

/** A body that a call which takes a file must refuse before it looks at the file. */
interface BrokenFileBody {
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
  readonly status: number;
  readonly reason: string;
}

const file = (size: number) => ({ name: 'file', content: new Uint8Array(size).fill(65) });
const TOO_LARGE = 8 * 2 ** 20 + 1;

/** Every way the body of a file can be broken. */
export function* brokenFileBodies(): Generator<BrokenFileBody> {
  const whole = multipart(file(3));
  const type = (value: string) => ({ 'content-type': value });
  const other = (
    what: string,
    headers: BrokenFileBody['headers'],
    payload: Buffer,
    status: number,
    reason: string,
  ): BrokenFileBody => ({ what, headers, payload, status, reason });
  yield other(
    'a form',
    type('application/x-www-form-urlencoded'),
    Buffer.from('file=1'),
    415,
    'unsupported_media_type',
  );
  yield other('JSON', type('application/json'), Buffer.from('{"file":"1"}'), 415, 'unsupported_media_type');
  yield other('an image by itself', type('image/jpeg'), Buffer.from([0xff, 0xd8, 0xff]), 415, 'unsupported_media_type');
  yield other(
    'parts of another kind',
    type('multipart/mixed; boundary=x'),
    whole.payload,
    415,
    'unsupported_media_type',
  );
  yield other(
    'packed parts',
    { ...whole.headers, 'content-encoding': 'gzip' },
    whole.payload,
    415,
    'unsupported_media_type',
  );
  yield other('no boundary', type('multipart/form-data'), whole.payload, 400, 'malformed_body');
  yield other('another boundary', type('multipart/form-data; boundary=other'), whole.payload, 400, 'malformed_body');
  yield other('no body', whole.headers, Buffer.alloc(0), 400, 'malformed_body');
  yield other('no end', whole.headers, whole.payload.subarray(0, -10), 400, 'malformed_body');
  yield other(
    'an end in the middle of the headers',
    whole.headers,
    whole.payload.subarray(0, 40),
    400,
    'malformed_body',
  );
  yield other(
    'a part without a name',
    whole.headers,
    Buffer.from(whole.payload.toString('latin1').replace(' name="file";', ''), 'latin1'),
    400,
    'malformed_body',
  );
  yield other('two files', whole.headers, multipart(file(3), file(4)).payload, 400, 'repeated_parameter');
  yield other(
    'brackets',
    whole.headers,
    multipart({ name: 'file[]', content: 'x' }).payload,
    400,
    'repeated_parameter',
  );
  yield other(
    'another name twice',
    whole.headers,
    multipart(file(3), { name: 'a', content: '1' }, { name: 'a', content: '2' }).payload,
    400,
    'repeated_parameter',
  );
  yield other(
    'parts without end',
    whole.headers,
    multipart(...Array.from({ length: 100 }, (_each, at) => ({ name: `part${at}`, content: 'x' }))).payload,
    400,
    'malformed_body',
  );
  yield other('too much', whole.headers, multipart(file(TOO_LARGE)).payload, 413, 'body_too_large');
  yield other(
    'too much beside it',
    whole.headers,
    multipart(file(3), { name: 'other', content: new Uint8Array(TOO_LARGE) }).payload,
    413,
    'body_too_large',
  );
}
