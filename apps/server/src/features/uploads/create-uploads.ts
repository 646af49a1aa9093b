import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { SliceWith } from '../../platform/slice.ts';
import { Links, namedIn, sealedStore, type ObjectStore, type Viewer } from '../../platform/uploads/index.ts';
import { keepUploads } from './keep-upload.ts';
import { uploadOperatorRoutes, uploadPaths, uploadRoutes } from './routes.ts';
import { ownUpload } from './store.ts';

/** An upload as a slice keeps it: by its name, never by a link, which expires. */
export interface OwnUpload {
  readonly name: string;
  /** SHA-256 (hex) of the file as it was sent. */
  readonly fileHash: string;
  /** SHA-256 (hex) of the pixels it shows: the same for copies that differ in metadata alone. */
  readonly pixelsHash: string;
}

export interface Uploads extends SliceWith<'routes' | 'bytesRoutes' | 'operatorRoutes'> {
  /**
   * The upload that a payload names by `url` or `fullurl`, if this member sent it; undefined for everything else. The
   * link may have expired meanwhile.
   */
  owns(memberId: string, url: string): Promise<OwnUpload | undefined>;
  /** A link that opens the upload `name` for an hour, for whoever holds it: ask only for its owner. */
  link(name: string): string;
  /** The same for an operator, who is named in it: the first time that it is opened is a line of the operators' log. */
  linkFor(viewer: Viewer, name: string): string;
}

interface UploadsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: ObjectStore;
  /** The server's: signs links, and encrypts what is sealed. */
  readonly secret: string;
}

/** Opens the uploads slice. */
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
