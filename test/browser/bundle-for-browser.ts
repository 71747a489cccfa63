/** Sources as a page takes them in: one script without imports. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface BrowserBundle {
  readonly script: string;
  /** What it asks of the place it runs in and only Node has. */
  readonly nodeOnly: readonly string[];
}

/** Replaces a name only where it is the global one, so not where a parameter or a method is called so. */
const markedGlobals = { process: 'NODE_GLOBAL_process', Buffer: 'NODE_GLOBAL_Buffer' };
/** The bundler puts this in place of a module of Node's, so that the bundle has no import of it. */
const standIn = '__vite-browser-external';

const root = new URL('../../', import.meta.url);

/** What `entry`, a path below the project, exports is in the global `name`. */
export async function bundleForBrowser(entry: string, name: string): Promise<BrowserBundle> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(root),
    define: markedGlobals,
    // What the extension takes of the sources is in no package.
    resolve: {
      alias: { 'dehusk/dom-parts': fileURLToPath(new URL('packages/dehusk/src/dom-parts.ts', root)) },
    },
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name } },
  });
  if (!Array.isArray(built)) throw new Error('A library is built into a list of outputs.');
  const [{ code, imports, moduleIds }] = built[0]!.output;
  const standIns = moduleIds.filter((id) => id.includes(standIn));
  return { script: code, nodeOnly: [...imports, ...standIns, ...(code.match(/NODE_GLOBAL_\w+/g) ?? [])] };
}
