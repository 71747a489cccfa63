import { useCoreFile } from '../page/core-node.ts';
import { parserName } from '../page/parse.ts';
import { ownVersion } from '../version.ts';

/** The version, and what the program runs on. */
export function verboseVersion(): string {
  useCoreFile();
  const parser =
    parserName() === 'core'
      ? 'core (WebAssembly)'
      : 'TypeScript (WebAssembly is not allowed or cannot be loaded)';
  const { version, platform, arch } = process;
  return `${ownVersion}\nparser: ${parser}\nNode.js: ${version} on ${platform} ${arch}\n`;
}
