import { folderStore, prefixedStore, s3Store, type ObjectStore, type S3Config } from '../../platform/uploads/index.ts';

/** Where the log's files lie: a folder, or the bucket of uploads. Plain, so that a thread can be given it. */
export type LogPlace = { readonly folder: string } | { readonly bucket: S3Config };

/** The files of the log at a place. */
export const openLogPlace = (place: LogPlace): ObjectStore =>
  'folder' in place ? folderStore(place.folder) : prefixedStore(s3Store(place.bucket), 'log/');
