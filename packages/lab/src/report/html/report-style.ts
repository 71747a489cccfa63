/** How the report looks: light and dark, on a screen, on a phone and on paper. */
export const reportStyle: string = `
:root{color-scheme:light dark;--paper:#fff;--ground:#f5f6f8;--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;
--stream:#0a5fb4;--batch:#0b7261;--peer:#b04a00;--baseline:#606973;--bar:#9fc3ea;
--kept:#ffe3c7;--kept-ink:#7a2e00;--removed:#d6e8ff;--removed-ink:#08457e}
@media (prefers-color-scheme:dark){:root{--paper:#11151a;--ground:#1a2027;--ink:#e8ecf1;--soft:#a3adb8;--line:#37414c;
--stream:#6cb4ff;--batch:#56d0b0;--peer:#ffa066;--baseline:#a3adb8;--bar:#2d5f94;
--kept:#5a2f0c;--kept-ink:#ffd9b3;--removed:#123f6b;--removed-ink:#cfe5ff}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
header,main{max-width:70rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:1.35rem;margin:0 0 .75rem}
h3{font-size:1.05rem;margin:0}
h4{font-size:1rem;margin:0}
header p{margin:.2rem 0;color:var(--soft)}
section{margin:3.5rem 0;scroll-margin-top:1rem}
code{font:.92em ui-monospace,monospace}
.note,figcaption p,.small,.made,.scores,.url,.counts{color:var(--soft);font-size:.9rem}
.note,figcaption p{max-width:46rem;margin:.25rem 0 1rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1rem;margin:1.75rem 0}
.card{border:1px solid var(--line);border-radius:10px;padding:.9rem 1.1rem;background:var(--ground)}
.card p{margin:0;color:var(--soft);font-size:.9rem}
.card .who{color:var(--ink);margin-top:.15rem}
.card .figure{font-size:2.3rem;line-height:1.25;font-weight:650;color:var(--ink);font-variant-numeric:tabular-nums}
.reading{padding-left:1.1rem;max-width:50rem}
.reading li{margin:.4rem 0}
.mark{display:inline-block;width:.62em;height:.62em;margin-right:.45em;background:var(--baseline)}
.mark.stream{background:var(--stream);border-radius:50%}
.mark.batch{background:var(--batch);transform:rotate(45deg)}
.mark.peer{background:var(--peer)}
.mark.baseline{clip-path:polygon(20% 0,50% 30%,80% 0,100% 20%,70% 50%,100% 80%,80% 100%,50% 70%,20% 100%,0 80%,30% 50%,0 20%)}
.box{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
table{border-collapse:separate;border-spacing:0;font-size:.88rem;font-variant-numeric:tabular-nums;width:100%}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:.4rem .55rem;text-align:right;white-space:nowrap;border-top:1px solid var(--line);vertical-align:top}
thead th{border-top:0;white-space:normal;overflow-wrap:normal;vertical-align:bottom;color:var(--soft);font-weight:600;background:var(--ground)}
th:first-child{text-align:left;position:sticky;left:0;background:var(--paper);font-weight:500;z-index:1}
thead th:first-child{background:var(--ground)}
th small{display:block;color:var(--soft);font-weight:400;padding-left:1.05rem}
thead button{all:unset;cursor:pointer;font:inherit}
thead button::after{content:"\\a0↕";opacity:.55}
[aria-sort=ascending] button::after{content:"\\a0↑";opacity:1}
[aria-sort=descending] button::after{content:"\\a0↓";opacity:1}
:focus-visible,thead button:focus-visible{outline:2px solid var(--stream);outline-offset:2px}
.strip{display:block;width:92px;margin-left:auto}
.strip .range{stroke:var(--ink);stroke-width:2.5}
.strip .grid{stroke:var(--line)}
.strip .mean{fill:var(--ink);stroke:none}
figure{margin:0 0 2.5rem}
.chart{display:block;width:100%;height:auto;overflow:visible}
figure .chart{max-width:880px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1.5rem}
.narrow{display:none}
.chart text{font:12px system-ui,sans-serif;white-space:pre}
.chart .axis text{fill:var(--soft);font-size:11px;font-variant-numeric:tabular-nums}
.chart .axis[aria-label$="axis label"] text{font-size:12px}
.chart .grid{stroke:var(--line);stroke-width:1;stroke-opacity:1}
.whisker{stroke:var(--soft);stroke-width:1.5;opacity:.45}
.leader{stroke:var(--soft);stroke-width:1;opacity:.7}
.dot{stroke:var(--paper);stroke-width:1.2}
.dot.stream{fill:var(--stream)}.dot.batch{fill:var(--batch)}.dot.peer{fill:var(--peer)}
.dot.baseline{fill:none;stroke:var(--baseline);stroke-width:2.5}
.dot.pale{opacity:.4}
.chart .label text{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.line{fill:none;stroke-width:2}
.line.stream{stroke:var(--stream);stroke-width:2.5}.line.batch{stroke:var(--batch)}.line.peer{stroke:var(--peer)}.line.baseline{stroke:var(--baseline)}
.line.reference{stroke:var(--soft);stroke-dasharray:5 4}
.line.quiet{stroke:var(--line);stroke-width:1.2}
.bars{fill:var(--bar)}
.rings{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.values text{font-variant-numeric:tabular-nums}
.rows a:hover rect{fill:var(--ink);fill-opacity:.06}
.key{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem .9rem;padding:0;margin:.4rem 0 0;font-size:.85rem}
details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;padding:.5rem .9rem}
summary{cursor:pointer;font-weight:600}
.scripted .pick>details{border:0;margin:0;padding:0}
.scripted .pick>details>summary{display:none}
.choice{display:flex;align-items:center;gap:.6rem;margin:.5rem 0;font-weight:600}
.choice span{flex:none;min-width:4rem}
select{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:6px;padding:.35rem .5rem;min-width:0;max-width:100%}
article{border-top:1px solid var(--line);padding:1rem 0}
article p{margin:.2rem 0}
.counts b{padding:0 .3em;border-radius:3px}
.kept{background:var(--kept);color:var(--kept-ink)}
.removed{background:var(--removed);color:var(--removed-ink)}
.legend{display:flex;flex-wrap:wrap;gap:.4rem 1.4rem;list-style:none;padding:0;margin:1rem 0;font-size:.9rem}
.kinds .mark{margin-right:.5em}
.flow{font-size:.9rem;line-height:1.55}
.views{max-height:38rem;overflow-y:auto;margin-top:.6rem;border:1px solid var(--line);border-radius:8px}
.flow p{margin:0;padding:.25rem .6rem;unicode-bidi:plaintext}
.flow i{font-style:normal;color:var(--soft);text-decoration:line-through;text-decoration-color:var(--line)}
.flow u{text-decoration:underline dotted;color:var(--soft)}
ins,del{border-radius:3px;padding:0 .15em;box-decoration-break:clone;-webkit-box-decoration-break:clone}
ins{background:var(--kept);color:var(--kept-ink);text-decoration:none;border-bottom:2px solid currentColor}
del{background:var(--removed);color:var(--removed-ink);text-decoration:line-through}
.flow ins::before{content:"+\\2009";font-weight:700}
.flow del::before{content:"\\2212\\2009";font-weight:700;display:inline-block}
.flow .gap{color:var(--soft);font-size:.85rem;text-align:center;grid-column:1/-1}
.flow .cut{font-weight:400;font-style:italic;font-size:.9em}
.side{font-weight:600;color:var(--ink)}
.views[data-doubled] .flow{display:grid;grid-template-columns:1fr 1fr}
.views .side{background:var(--ground);position:sticky;top:0}
.views p+p{border-top:1px solid var(--line)}
.gold ins{background:none;color:var(--soft);text-decoration:line-through;text-decoration-color:var(--line);border:0;outline:1px dashed var(--kept-ink)}
.gold del{background:none;color:var(--ink);text-decoration:none;outline:1px dashed var(--removed-ink)}
.gold ins::before,.gold del::before{content:none!important}
@media (max-width:44rem){
header{padding-top:1.5rem}
h1{font-size:1.5rem}
header,main{padding-left:1rem;padding-right:1rem}
section{margin:2.5rem 0}
.wide{display:none}.narrow{display:block}
.pair{display:block}
th:first-child{min-width:8.2rem;max-width:8.2rem;white-space:normal}
th small{display:none}
.cards{grid-template-columns:1fr 1fr;gap:.7rem}
.card{padding:.7rem .8rem}
.card .figure{font-size:1.8rem}
.views{max-height:75vh}
.views[data-doubled] .flow{display:block}
.views .gold,.views .side{display:none}
}
@media print{
body{font-size:11pt}
section{margin:1.5rem 0}
figure,.card,tr{break-inside:avoid}
.box,.views{overflow:visible;max-height:none;border:0}
.choice,thead button::after{display:none}
}
`;
