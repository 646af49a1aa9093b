/** What tests of the server share. */
export { testDatabase, type TestDatabase } from './database.ts';
