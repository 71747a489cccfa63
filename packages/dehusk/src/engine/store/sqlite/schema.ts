/**
 * The file of a store. Everything that is read back carries a checksum, because SQLite itself does not notice a
 * flipped bit inside a value.
 */

/** `dhsk`, kept in the header of the file: what is no store of ours is told without opening it. */
export const APPLICATION_ID = 0x6468736b;
export const SCHEMA_VERSION = 1;

export const schema: string = `
  CREATE TABLE store (id INTEGER PRIMARY KEY CHECK (id = 1), facts TEXT NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE site (site TEXT PRIMARY KEY, facts TEXT NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE snapshot (site TEXT PRIMARY KEY, state BLOB NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE journal (
    site TEXT NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (site, number)
  ) WITHOUT ROWID;
  CREATE TABLE run (run TEXT PRIMARY KEY, position TEXT NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;
