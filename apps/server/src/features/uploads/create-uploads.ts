import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { Links, namedIn, sealedStore, type ObjectStore, type Viewer } from '../../platform/uploads/index.ts';
import { keepUploads } from './keep-upload.ts';
import { uploadOperatorRoutes, uploadPaths, uploadRoutes } from './routes.ts';
import { ownUpload } from './store.ts';
import type { SecretOrSecrets } from '../../platform/secret.ts';

/** An upload as slices store it: by name, since links expire. */
export interface OwnUpload {
  readonly name: string;
  readonly fileHash: string;
  /** SHA-256 (hex) of the pixels, whatever the metadata. */
  readonly pixelsHash: string;
}

export interface Uploads extends SliceWith<'routes' | 'bytesRoutes' | 'operatorRoutes'> {
  /** The member's own upload of a link, an expired one too; else undefined. */
  owns(memberId: string, url: string): Promise<OwnUpload | undefined>;
  /** A link for an hour, for any holder: ask only for the owner. */
  link(name: string): string;
  /** The same for an operator; its first use is logged. */
  linkFor(viewer: Viewer, name: string): string;
}

interface UploadsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: ObjectStore;
  /** Signs links and encrypts members' images. */
  readonly secret: SecretOrSecrets;
}

/** Makes the uploads slice. */
export function createUploads({ db, clock, log, store, secret }: UploadsDeps): Uploads {
  const links = new Links(secret, clock);
  const deps = { db, clock, log, plain: store, sealed: sealedStore(store, secret) };
  const keep = keepUploads(deps);
  return {
    routes: uploadRoutes(links, keep),
    operatorRoutes: uploadOperatorRoutes(keep),
    bytesRoutes: uploadPaths(links, deps),
    async owns(memberId, url) {
      const name = namedIn(url);
      const [own] = name === undefined ? [] : await db.run(ownUpload, [name, memberId]);
      return own && { name: own.name, fileHash: own.file_hash, pixelsHash: own.pixels_hash };
    },
    link: (name) => links.to(name),
    linkFor: (viewer, name) => links.to(name, viewer),
  };
}
