import { z } from 'zod';
import { call } from './call.ts';
import { fields } from './fields.ts';

/** The content of the part named `file`: bytes, which only the server can tell to be an image or none. */
export const fileField = () =>
  z
    .unknown()
    .transform((value, context): Uint8Array => {
      if (value instanceof Uint8Array) return value;
      context.addIssue({ code: 'custom', message: 'bad_image' });
      return z.NEVER;
    })
    .meta({ field: 'file' });

/**
 * Where an upload is found: `url` on this server, `fullurl` with the address it was reached at. Payloads take either.
 */
export const place = z.object({ url: z.string(), fullurl: z.string() });

/**
 * One image by multipart: JPEG, PNG or WebP by its content, at most 8·2²⁰ bytes and 25 megapixels (RULES 7). The spec
 * reads the answer at both depths.
 */
export const upload = call({
  name: 'api/common/upload',
  member: true,
  file: true,
  input: fields({ file: fileField() }),
  output: place.extend({ data: place }),
  reasons: [
    'bad_image',
    'body_too_large',
    'repeated_parameter',
    'unsupported_media_type',
    'too_many_requests',
    'not_ready',
  ],
});
