/**
 * Writes sbom.json (CycloneDX): the packages that the published one depends on, and those that are inside its files.
 * npm knows the first; what was bundled is in the notices that the build has written.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const sbom = (...args) =>
  JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    }),
  );

const notices = readFileSync('packages/dehusk/dist/THIRD-PARTY-NOTICES.txt', 'utf8');
const bundled = new Set(
  [...notices.matchAll(/^(\S+) (\d\S*) \(/gm)].map(([, name, version]) => `${name}@${version}`),
);
const needed = sbom('--omit', 'dev', '--workspace', 'packages/dehusk');
const isBundled = ({ group, name, version }) => bundled.has(`${group ? `${group}/` : ''}${name}@${version}`);
const inside = sbom().components.filter(isBundled);
const refs = new Set(needed.components.map((component) => component['bom-ref']));
needed.components.push(...inside.filter((component) => !refs.has(component['bom-ref'])));
writeFileSync('sbom.json', `${JSON.stringify(needed, null, 2)}\n`);
console.log(`sbom.json: ${needed.components.length} packages, ${inside.length} of them inside our files`);
