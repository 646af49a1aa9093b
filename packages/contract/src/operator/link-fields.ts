import { z } from 'zod';
import { TEXT_MAX, trim } from '../fields.ts';
import type { OperatorReason } from './operator-reasons.ts';

/** What `POST /uploads` answered, with or without the origin. */
const OWN_PICTURE = /^(?:https?:\/\/[^/\s]+)?(\/uploads\/public\/[0-9a-f]{32})$/;
/** No character that ends an attribute or begins a tag, no space, no control character. */
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const LINKABLE = /^[^\u0000-\u0020\u007f-\u00a0\u2028\u2029\\"'<>\p{Surrogate}]*$/u;
/** A path of this site. */
const PATH = /^\/(?!\/)/;
/** Members' uploads cannot be shown to everybody, and their links expire. */
const PRIVATE = /\/api\//i;
/** A host without user information. */
const SECURE = /^https:\/\/[^/?#@:]+(?::\d{1,5})?(?:[/?#]|$)/i;
const WEB = /^https?:\/\/[^/?#@:]+(?::\d{1,5})?(?:[/?#]|$)/i;
/** Schemes that open a program: mail, telephone, messenger, installation. */
const PROGRAM = /^(?:mailto|tel|tg|whatsapp|itms-services):./i;

function linkedField(name: string, reason: OperatorReason, read: (text: string) => string | undefined) {
  return z
    .unknown()
    .transform((value, context): string => {
      const text = value === null ? '' : typeof value === 'string' ? trim(value) : undefined;
      const link =
        text === undefined || text.length > TEXT_MAX || !LINKABLE.test(text)
          ? undefined
          : text === ''
            ? ''
            : read(text);
      if (link !== undefined) return link;
      context.addIssue({ code: 'custom', message: reason });
      return z.NEVER;
    })
    .meta({ field: name });
}

/**
 * A picture's address, or empty: what `POST /uploads` answered (kept as a path), a path of this site, or an `https`
 * address, which the member app's policy does not show.
 */
export const pictureField = () =>
  linkedField(
    'picture',
    'bad_image',
    (text) =>
      OWN_PICTURE.exec(text)?.[1] ?? (!PRIVATE.test(text) && (PATH.test(text) || SECURE.test(text)) ? text : undefined),
  );

/** {@link pictureField}, required. */
export const neededPictureField = () =>
  pictureField()
    .refine((text) => text !== '', 'bad_image')
    .meta({ field: 'picture' });

/** A link's target, or empty: a path of this site or an `http(s)` address, never a script. */
export const linkField = () =>
  linkedField('link', 'bad_value', (text) => (PATH.test(text) || WEB.test(text) ? text : undefined));

/** {@link linkField}, required. */
export const neededLinkField = () =>
  linkField()
    .refine((text) => text !== '', 'bad_value')
    .meta({ field: 'link' });

/** {@link linkField}, which may also open a program: mail, telephone, messenger. */
export const contactField = () =>
  linkedField('link', 'bad_value', (text) =>
    PATH.test(text) || WEB.test(text) || PROGRAM.test(text) ? text : undefined,
  );
