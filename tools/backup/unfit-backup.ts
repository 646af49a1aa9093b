/** A backup that cannot be used, with the reason. */
export class UnfitBackup extends Error {}
