import { Transform } from 'node:stream';
import type { Client } from '../../apps/server/src/platform/connection.ts';
/** A table with its copied columns; generated ones are left out. */
export interface TableShape {
    readonly table: string;
    readonly columns: readonly string[];
    /** Its rows lie in other tables, which are made as needed: they are copied in one order, whichever there are. */
    readonly isParted?: boolean;
}
/** Every table of the database, by name. */
export declare function tablesOf(client: Client): Promise<TableShape[]>;
/** Copies a table into a compressed, optionally sealed file. */
export declare function copyOut(client: Client, shape: TableShape, path: string, sealing?: readonly Transform[]): Promise<{
    readonly rows: number;
    readonly content: string;
    readonly sha256: string;
}>;
/** The hash of what {@link copyOut} would write. */
export declare function contentOf(client: Client, shape: TableShape): Promise<string>;
/** Copies a compressed file into a table. */
export declare function copyIn(client: Client, shape: TableShape, path: string, opening?: readonly Transform[]): Promise<void>;
