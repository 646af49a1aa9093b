import { z } from 'zod';
import { call } from './call.ts';
import { fields } from './fields.ts';

/** Bytes of the part `file`. The server checks that they are an image. */
export const fileField = () =>
  z
    .unknown()
    .transform((value, context): Uint8Array => {
      if (value instanceof Uint8Array) return value;
      context.addIssue({ code: 'custom', message: 'bad_image' });
      return z.NEVER;
    })
    .meta({ field: 'file' });

/** `url` on this server, `fullurl` with the origin it was requested at. Calls take either. */
export const place = z.object({ url: z.string(), fullurl: z.string() });

/**
 * JPEG, PNG or WebP by its content, at most 8·2²⁰ bytes and 25 megapixels (RULES 7). The answer has it at both depths
 * that the spec reads.
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
