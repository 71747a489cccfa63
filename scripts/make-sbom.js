/**
 * Writes sbom.json (CycloneDX), or the file that is named: the packages that the published one depends on, and those
 * that are inside its files. npm knows what depends on what; what was bundled is in the notices that the build has
 * written. npm's own choice (`--omit dev`) leaves out what the tests of the workspace need as well.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.argv[2] ?? 'sbom.json';
const manifest = JSON.parse(readFileSync('packages/dehusk/package.json', 'utf8'));
const notices = readFileSync('packages/dehusk/dist/THIRD-PARTY-NOTICES.txt', 'utf8');
const all = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], { encoding: 'utf8', maxBuffer: 2 ** 28 }),
);

const refOf = (component) => component['bom-ref'];
const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);
const published = all.components.find((component) => nameOf(component) === manifest.name);

const bundled = new Set(
  [...notices.matchAll(/^(\S+) (\d\S*) \(/gm)].map(([, name, version]) => `${name}@${version}`),
);
const inside = all.components.filter((component) => bundled.has(`${nameOf(component)}@${component.version}`));

const byRef = new Map(all.components.map((component) => [refOf(component), component]));
const dependsOn = new Map(all.dependencies.map(({ ref, dependsOn: refs }) => [ref, refs]));
const needed = new Set();
const pending = dependsOn
  .get(refOf(published))
  .filter((ref) => Object.hasOwn(manifest.dependencies, nameOf(byRef.get(ref))));
for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
  if (needed.has(ref)) continue;
  needed.add(ref);
  pending.push(...(dependsOn.get(ref) ?? []));
}

const refs = new Set([...needed, ...inside.map(refOf)]);
const sbom = {
  ...all,
  metadata: { ...all.metadata, component: published },
  components: all.components.filter((component) => refs.has(refOf(component))),
  dependencies: [
    { ref: refOf(published), dependsOn: [...refs] },
    ...all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn: others }) => ({ ref, dependsOn: others.filter((other) => refs.has(other)) })),
  ],
};
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${file}: ${needed.size} packages that are installed with it, ${inside.length} inside its files`);
