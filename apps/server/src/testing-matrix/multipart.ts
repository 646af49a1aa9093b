/** A part of a multipart body. A `filename` of null leaves it out, as a text field does. */
export interface Part {
  readonly name: string;
  readonly content: Uint8Array | string;
  readonly filename?: string | null;
  readonly type?: string;
}

/** The boundary of {@link multipart}'s bodies. */
const BOUNDARY = 'x-load-line-x';

const bytesOf = (piece: string | Uint8Array): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/** Headers and body of a request that carries these parts. */
export function multipart(...parts: readonly Part[]): {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
} {
  const pieces = parts.flatMap(({ name, content, filename = 'photo.jpg', type = 'image/jpeg' }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}\r\nContent-Type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map(bytesOf)),
  };
}

/** Fields as a form or a query; only texts are sent so. */
export const encoded = (fields: readonly (readonly [string, unknown])[]): string =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString();

/** A field's value as the content of a part. */
export const contentOf = (value: unknown): Uint8Array | string => (value instanceof Uint8Array ? value : String(value));
