import { ok } from '@plimsoll/contract';
import { upload } from '@plimsoll/contract/uploads';
import { memberRoute, type BytesRoute, type Route } from '../../platform/http/index.ts';
import { UPLOADS_PATH, type Links } from '../../platform/uploads/index.ts';
import { keepUploads, type KeepingDeps } from './keep-upload.ts';
import { openUpload } from './open-upload.ts';

/** `api/common/upload`, under `/api/` as all calls are: the spec's path says it twice. */
export function uploadRoutes(links: Links, deps: KeepingDeps): readonly Route[] {
  const keep = keepUploads(deps);
  return [
    memberRoute(upload, async ({ file }, { memberId, origin = '' }) => {
      const kept = await keep(file, { memberId, sealed: false });
      if (!kept.ok) return kept;
      const url = links.to(kept.value);
      const place = { url, fullurl: `${origin}${url}` };
      return ok({ ...place, data: place });
    }),
  ];
}

/** Where uploads are opened. */
export const uploadPaths = (links: Links, deps: KeepingDeps): readonly BytesRoute[] => [
  { path: `${UPLOADS_PATH}*`, open: (request) => openUpload(request, links, deps) },
];
