import { Transform, type TransformCallback } from 'node:stream';
/** Salt of a file's key. */
export declare const SALT_BYTES = 32;
interface Place {
    readonly number: number;
    readonly isLast: boolean;
}
/** Seals bytes in memory. */
export declare function sealBytes(salt: Buffer, key: Buffer, bytes: Buffer): Buffer;
/** Opens bytes in memory; `keyOf` makes the key of the file's salt. */
export declare function openBytes(name: string, keyOf: (salt: Buffer) => Buffer, bytes: Buffer): Buffer;
/** Splits a stream into pieces of one size; the last is known only at the end. */
declare abstract class Pieces extends Transform {
    #private;
    constructor(size: number);
    protected abstract turn(piece: Buffer, place: Place): Buffer;
    /** Consumes what precedes the pieces; undefined while incomplete. */
    protected begin(held: Buffer): Buffer | undefined;
    _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void;
    _flush(done: TransformCallback): void;
}
/** Seals a stream. */
export declare class Sealing extends Pieces {
    #private;
    constructor(salt: Buffer, key: Buffer);
    protected turn(piece: Buffer, place: Place): Buffer;
}
/** Opens a stream; fails with {@link UnfitBackup} at the first altered piece. */
export declare class Opening extends Pieces {
    #private;
    constructor(name: string, keyOf: (salt: Buffer) => Buffer);
    protected begin(held: Buffer): Buffer | undefined;
    protected turn(piece: Buffer, place: Place): Buffer;
}
export {};
