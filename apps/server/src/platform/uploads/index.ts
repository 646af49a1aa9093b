/** Images of members (RULES 7): re-encoded, kept in a private store, opened by links that expire. */
export { filePlaces, type AtOnce } from './at-once.ts';
export { countedStore } from './counted-store.ts';
export { folderStore } from './folder-store.ts';
export { Links, namedIn, UPLOADS_PATH, type Viewer } from './links.ts';
export { prefixedStore, StoreAway, type ObjectStore } from './object-store.ts';
export { receiveFile, unfitForFile } from './receive-file.ts';
export { withRoomLeft } from './room-left.ts';
export { hashOf, rewriteImage, type ImageType } from './rewrite-image.ts';
export { s3Store, type S3Config } from './s3-store.ts';
export { sealedStore, sealOfUploads } from './sealed-store.ts';
