import { ok } from '@plimsoll/contract';
import { upload } from '@plimsoll/contract/uploads';
import { uploadPicture } from '@plimsoll/contract/operator/uploads';
import {
  memberRoute,
  operatorRoute,
  type BytesRoute,
  type OperatorRoute,
  type Route,
} from '../../platform/http/index.ts';
import { UPLOADS_PATH, type Links } from '../../platform/uploads/index.ts';
import type { KeepingDeps, KeepUpload } from './keep-upload.ts';
import { openPicture, openUpload } from './open-upload.ts';

/** Binds `api/common/upload`, which stands under `/api/` like all calls. */
export function uploadRoutes(links: Links, keep: KeepUpload): readonly Route[] {
  return [
    memberRoute(upload, async ({ file }, { memberId, origin = '' }) => {
      const kept = await keep(file, { memberId });
      if (!kept.ok) return kept;
      const url = links.to(kept.value);
      const place = { url, fullurl: `${origin}${url}` };
      return ok({ ...place, data: place });
    }),
  ];
}

const PICTURES_PATH = '/uploads/public/';

/** The console's upload of a public picture. */
export const uploadOperatorRoutes = (keep: KeepUpload): readonly OperatorRoute[] => [
  operatorRoute(uploadPicture, async ({ file }, { operator: { operatorId }, origin }) => {
    const kept = await keep(file, { operatorId });
    if (!kept.ok) return kept;
    const url = `${PICTURES_PATH}${kept.value}`;
    return { ok: true, value: { url, fullurl: `${origin}${url}` } };
  }),
];

/** Serves uploads: by an expiring link, or public pictures by name. */
export const uploadPaths = (links: Links, deps: KeepingDeps): readonly BytesRoute[] => [
  { path: `${UPLOADS_PATH}*`, open: (request) => openUpload(request, links, deps) },
  { path: `${PICTURES_PATH}*`, open: ({ path }) => openPicture(path.slice(PICTURES_PATH.length), deps) },
];
