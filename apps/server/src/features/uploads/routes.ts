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

/** `api/common/upload`, under `/api/` as all calls are: the spec's path says it twice. */
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

/** Where everybody finds what operators sent. */
const PICTURES_PATH = '/uploads/public/';

/** The console's upload: a picture for everybody. */
export const uploadOperatorRoutes = (keep: KeepUpload): readonly OperatorRoute[] => [
  operatorRoute(uploadPicture, async ({ file }, { operator: { operatorId }, origin }) => {
    const kept = await keep(file, { operatorId });
    if (!kept.ok) return kept;
    const url = `${PICTURES_PATH}${kept.value}`;
    return { ok: true, value: { url, fullurl: `${origin}${url}` } };
  }),
];

/** Where uploads are opened: by a link that expires, or, what is for everybody, by its name. */
export const uploadPaths = (links: Links, deps: KeepingDeps): readonly BytesRoute[] => [
  { path: `${UPLOADS_PATH}*`, open: (request) => openUpload(request, links, deps) },
  { path: `${PICTURES_PATH}*`, open: ({ path }) => openPicture(path.slice(PICTURES_PATH.length), deps) },
];
