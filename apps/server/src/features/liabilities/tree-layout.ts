import { AMOUNT_BYTES } from './split.ts';

/** Bytes of a hash. */
export const HASH_BYTES = 32;
/** The file of all nodes of an epoch's tree, level after level, leaves first. */
export const TREE_FILE = 'tree';
/** Where members’ leaves are, by the member's number. */
export const PLACES_FILE = 'places';
/** Members’ names as they were at the epoch. */
export const NAMES_FILE = 'names';
/** What an epoch's other files cannot be read without. */
export const HEAD_FILE = 'head.json';

/** Bytes of a node: its hash, then an amount a coin. */
export const nodeBytes = (coins: number): number => HASH_BYTES + AMOUNT_BYTES * coins;

/** Where a node is in the tree's file, in nodes: below it are the levels under its own (a tree of `leaves` leaves). */
export const nodeAt = (leaves: number, level: number, place: number): number =>
  2 * leaves - (2 * leaves) / 2 ** level + place;

/** A row of the places file: a member, their name, and where each part of theirs is. */
export interface PlacesRow {
  readonly memberId: number;
  readonly nameAt: number;
  readonly nameBytes: number;
  /** Places of leaves, in the order of parts. */
  readonly places: readonly number[];
}

export const MAX_PARTS = 4;
/** Six bytes for the member, six and two for the name, two for the number of parts, four for each place. */
export const PLACES_ROW_BYTES = 32;

/** Writes a row of the places file. */
export function writePlaces(into: Buffer, at: number, { memberId, nameAt, nameBytes, places }: PlacesRow): void {
  into.writeUIntBE(memberId, at, 6);
  into.writeUIntBE(nameAt, at + 6, 6);
  into.writeUInt16BE(nameBytes, at + 12);
  into.writeUInt16BE(places.length, at + 14);
  for (const [part, place] of places.entries()) into.writeUInt32BE(place, at + 16 + 4 * part);
}

/** Reads what {@link writePlaces} wrote. */
export const readPlaces = (row: Buffer): PlacesRow => ({
  memberId: row.readUIntBE(0, 6),
  nameAt: row.readUIntBE(6, 6),
  nameBytes: row.readUInt16BE(12),
  places: Array.from({ length: row.readUInt16BE(14) }, (_, part) => row.readUInt32BE(16 + 4 * part)),
});
