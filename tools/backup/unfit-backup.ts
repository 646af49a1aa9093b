/** A backup that cannot be used, and why. */
export class UnfitBackup extends Error {}
