/** How the file around the pages looks: two columns on a screen, one on a phone. */
export const viewStyle: string = `
:root{color-scheme:light dark;--line:#d1d9e0;--soft:#59636e;--ground:#f6f8fa;--paper:#fff;--ink:#1f2328;--focus:#0969da}
@media (prefers-color-scheme:dark){:root{--line:#3d444d;--soft:#9198a1;--ground:#151b23;--paper:#0d1117;--ink:#f0f6fc;--focus:#4493f8}}
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;font:14px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:.5rem 2rem;justify-content:space-between;align-items:end;padding:.75rem 1rem;border-bottom:1px solid var(--line);background:var(--ground)}
h1{font-size:1.15rem;margin:0}
h2{font-size:.85rem;font-weight:600;margin:0;padding:.35rem .75rem;color:var(--soft);background:var(--ground);border-bottom:1px solid var(--line)}
header p{margin:.15rem 0 0;color:var(--soft)}
.names del{text-decoration:none}
.names ins{text-decoration:none;color:var(--ink)}
.legend{display:flex;flex-wrap:wrap;gap:.4rem;list-style:none;margin:0;padding:0}
.legend li,.kind{padding:.05rem .4rem;border-radius:3px;font-weight:600;font-size:.75rem;color:#1f2328}
.legend .added,.added .kind{background:#dafbe1;outline:2px solid #1a7f37}
.legend .removed,.removed .kind{background:#ffd7d5;outline:1px dotted #cf222e;text-decoration:line-through}
.legend .moved,.moved .kind{background:#ddf4ff;outline:2px dashed #0969da}
.legend .attributes,.attributes .kind{background:#fff8c5;outline:2px dotted #9a6700}
.replaced .kind{background:linear-gradient(90deg,#ffd7d5 50%,#dafbe1 50%);outline:1px solid #1a7f37}
main{flex:1;min-height:0;display:grid;grid-template-columns:minmax(14rem,20rem) 1fr}
nav{overflow:auto;border-right:1px solid var(--line)}
summary{padding:.5rem .75rem;font-weight:600;cursor:pointer}
.steps{display:flex;gap:.5rem;margin:0;padding:0 .75rem .5rem}
.steps button{font:inherit;padding:.15rem .7rem;border:1px solid var(--line);border-radius:4px;background:var(--ground);color:inherit;cursor:pointer}
ol{list-style:none;margin:0;padding:0}
nav li{border-top:1px solid var(--line)}
nav a{display:block;padding:.5rem .75rem;color:inherit;text-decoration:none}
nav a:hover{background:var(--ground)}
nav a[aria-current]{background:var(--ground);box-shadow:inset 4px 0 var(--focus)}
:focus-visible{outline:2px solid var(--focus);outline-offset:-2px}
nav del{color:var(--soft)}
nav ins{text-decoration:none;font-weight:600}
.values{display:block}
.zone{margin-left:.4rem;font-size:.7rem;font-weight:400;color:var(--soft);border:1px solid var(--line);border-radius:3px;padding:0 .3rem}
small{display:block;color:var(--soft);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.frames{display:flex;min-width:0}
section{flex:1;min-width:0;display:flex;flex-direction:column}
section+section{border-left:1px solid var(--line)}
iframe{flex:1;width:100%;min-height:10rem;border:0;background:#fff;color-scheme:light}
@media (max-width:48rem){
body{height:auto;min-height:100%}
main{display:block}
nav{max-height:45vh;border-right:0;border-bottom:1px solid var(--line)}
.frames{flex-direction:column}
section+section{border-left:0;border-top:1px solid var(--line)}
iframe{flex:none;height:75vh}
}
`;
