/** A backup that cannot be used, with the reason. */
export declare class UnfitBackup extends Error {
}
