import { readdirSync, readFileSync, statSync } from 'node:fs';
import { test } from 'vitest';
import { parse, parseText } from './parse.ts';
import { normalForm, readText, tagName } from './read.ts';
import { serialise } from './serialise.ts';
import type { Page } from './page.ts';
const shape = (p: Page): string[] => Array.from({ length: p.nodeCount }, (_, i) => `${p.parent[i]} ${p.tag[i] === 0 ? JSON.stringify(normalForm(readText(p, i))) : tagName(p, i)}`);
const files = (d: string, n: number): string[] => { const out: string[] = []; const go = (x: string) => { for (const f of readdirSync(x).sort()) { if (out.length >= n) return; const q = x + '/' + f; if (statSync(q).isDirectory()) go(q); else if (/html?$/.test(f)) out.push(q); } }; go(d); return out; };

import { gunzipSync } from 'node:zlib';
export const corpus = (n: number): {url:string, html:string}[] => readdirSync('/work/shared/corpus').filter(d => statSync('/work/shared/corpus/'+d).isDirectory()).flatMap(d => gunzipSync(readFileSync(`/work/shared/corpus/${d}/pages.jsonl.gz`)).toString().split('\n').slice(0,n).filter(l=>l).map(l=>{const o=JSON.parse(l); return {url:o.url ?? '', html:o.html}}));
test('corpus', () => {
  let ok = 0, bad = 0, tp = 0, ts = 0, tss=0;
    for (const {url, html} of corpus(12)) {
      const t0 = performance.now();
      const p = parseText(html, {url});
      const t1 = performance.now();
      const h = serialise(p, { safe: false });
      const t2 = performance.now();
      serialise(p); const t3 = performance.now();
      tp += t1 - t0; ts += t2 - t1; tss += t3-t2;
      const a = shape(p), b = shape(parseText(h));
      let i = 0; while (i < a.length && a[i] === b[i]) i++;
      if (i === a.length && a.length === b.length) ok++;
      else { bad++; if (bad < 12) console.log(url, i, a.slice(i - 3, i + 3), b.slice(i - 3, i + 3)); }
    }
  console.log({ ok, bad, tp, ts, tss });
});
test('html5lib', () => {
  let ok = 0, bad = 0; 
  const d = '/work/shared/html5lib-tests/tree-construction';
  for (const f of readdirSync(d)) { if (!f.endsWith('.dat')) continue;
    for (const m of readFileSync(d + '/' + f, 'utf8').matchAll(/#data\n([^]*?)\n#errors/g)) {
      const p = parseText(m[1]!);
      const a = shape(p), h = serialise(p, { safe: false }), b = shape(parseText(h));
      if (JSON.stringify(a) === JSON.stringify(b)) ok++; else { bad++; if (bad % 40 === 0) console.log(f, JSON.stringify(m[1]), '\n   ', JSON.stringify(h)); }
    } }
  console.log({ ok, bad });
});
