/** All that is kept as one text, for the user to save: it is read again here, or by the extension in another browser. */
import type { SiteFacts, SiteState } from 'dehusk/dom-parts';
import type { Rule } from '../protocol.ts';
import type { Database } from './database.ts';
import { noSetting, type SiteSetting, type Sites } from './sites.ts';
import { type KeptPage, readPages, restorePages } from './version-tables.ts';

const FORMAT = 1;

interface Exported {
  readonly format: number;
  readonly hashKey: readonly [number, number];
  readonly sites: readonly {
    readonly site: string;
    readonly setting: SiteSetting;
    readonly memory?: PackedState | undefined;
  }[];
  /** Absent where an older version has written it. */
  readonly pages?: readonly PackedPage[];
}

/** As text: JSON has no bytes. */
interface PackedState {
  readonly snapshot?: string | undefined;
  readonly journals: readonly string[];
  readonly facts: SiteFacts;
}

type PackedPage = Omit<KeptPage, 'copies'> & {
  readonly copies: readonly (readonly [id: number, bytes: string])[];
};

interface Kept {
  readonly sites: Sites;
  readonly database: Database;
}

export async function exportAll({ sites, database }: Kept): Promise<string> {
  const all = await Promise.all(
    (await sites.list()).map(async ({ site, setting }) => ({
      site,
      setting,
      memory: packedState(await sites.load(site)),
    })),
  );
  const pages = (await readPages(database)).map((page) => ({
    ...page,
    copies: page.copies.map(([id, bytes]) => [id, toBase64(bytes)] as const),
  }));
  const hashKey = await sites.hashKey();
  return JSON.stringify({ format: FORMAT, hashKey, sites: all, pages } satisfies Exported);
}

/** Replaces everything; false for what `exportAll` has not written. Sites are not learned until they are allowed anew. */
export async function importAll(text: string, { sites, database }: Kept): Promise<boolean> {
  const given = readExport(text);
  if (given === undefined) return false;
  await sites.forgetEverything();
  await sites.restoreHashKey(given.hashKey);
  for (const { site, setting, memory } of given.sites) {
    const { rules, isWatched, watchedPages } = { ...noSetting, ...setting };
    await sites.restore(site, {
      setting: { ...noSetting, rules, isWatched, watchedPages },
      ...(memory && { state: unpackedState(memory) }),
    });
  }
  const pages = (given.pages ?? []).map((page) => ({
    ...page,
    copies: page.copies.map(([id, bytes]) => [id, fromBase64(bytes)] as const),
  }));
  await restorePages(database, pages);
  return true;
}

function packedState(state: SiteState | undefined): PackedState | undefined {
  return (
    state && {
      snapshot: state.snapshot && toBase64(state.snapshot),
      journals: state.journals.map(toBase64),
      facts: state.facts,
    }
  );
}

function unpackedState({ snapshot, journals, facts }: PackedState): SiteState {
  return {
    snapshot: snapshot === undefined ? undefined : fromBase64(snapshot),
    journals: journals.map(fromBase64),
    facts,
  };
}

/** Undefined for what is not of this format. What the bytes hold is checked when they are used. */
function readExport(text: string): Exported | undefined {
  try {
    const given = JSON.parse(text) as Exported;
    const { format, hashKey, sites, pages = [] } = given;
    const isWhole =
      format === FORMAT &&
      hashKey.length === 2 &&
      hashKey.every(Number.isInteger) &&
      sites.every(isSite) &&
      pages.every(isPage);
    return isWhole ? given : undefined;
  } catch {
    // Neither JSON nor of this shape.
    return undefined;
  }
}

function isSite({ site, setting, memory }: Exported['sites'][number]): boolean {
  const { rules, watchedPages } = { ...noSetting, ...setting };
  return (
    typeof site === 'string' &&
    rules.every(isRule) &&
    watchedPages.every((url) => typeof url === 'string') &&
    (memory === undefined || (isBase64(memory.snapshot ?? '') && memory.journals.every(isBase64)))
  );
}

function isRule({ id, kind, selector }: Rule): boolean {
  return typeof id === 'string' && (kind === 'keep' || kind === 'drop') && typeof selector === 'string';
}

function isPage({ url, stored, copies }: PackedPage): boolean {
  const { site, digest, seen, versions, replacedTimes } = stored;
  const ids = new Set(copies.map(([id]) => id));
  return (
    [url, site, digest].every((one) => typeof one === 'string') &&
    ids.has(seen) &&
    versions.length === ids.size &&
    versions.every(
      ({ id, takenAt, sizeBytes }) => ids.has(id) && [takenAt, sizeBytes].every(Number.isFinite),
    ) &&
    replacedTimes.every(([place, times]) => typeof place === 'string' && Number.isInteger(times)) &&
    copies.every(([, bytes]) => isBase64(bytes))
  );
}

function isBase64(text: unknown): boolean {
  return typeof text === 'string' && /^[\w+/]*={0,2}$/.test(text);
}

/** As many as a call takes arguments everywhere. */
const CHUNK_BYTES = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
