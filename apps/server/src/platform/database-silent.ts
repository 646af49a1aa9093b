/** The database has not answered for a while: nothing is sent, and what was sent is given up. */
export class DatabaseSilent extends Error {}
