/**
 * How the page of the demo looks: light and dark, one pane at a time on a phone, three side by side on a screen. There
 * the frames are drawn at three quarters of their size, so that a page has room for its columns.
 */
export const demoStyle: string = `
:root{color-scheme:light dark;--paper:#fff;--ground:#f3f4f7;--ink:#1b1f24;--soft:#57606a;--line:#d0d6dd;--accent:#0a5fb4;--template:#b04a00;--content:#0b7261}
@media (prefers-color-scheme:dark){:root{--paper:#12161b;--ground:#1b2129;--ink:#e8ecf1;--soft:#a3adb8;--line:#37414c;--accent:#6cb4ff;--template:#ffa066;--content:#56d0b0}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
header,main{max-width:110rem;margin:0 auto;padding:0 1.25rem}
h1{font-size:1.6rem;margin:1.25rem 0 .25rem}
header p{margin:.3rem 0;color:var(--soft);max-width:60rem}
.choice{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;max-width:none}
select,button{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:6px;padding:.3rem .6rem;max-width:100%}
.choice label{display:flex;gap:.5rem;align-items:center;min-width:0}
select{min-width:0;flex:1}
#figure{color:var(--ink)}
.tabs{display:none;gap:.5rem;margin:.75rem 0}
.tabs [aria-selected=true]{border-color:var(--accent);box-shadow:inset 0 -2px var(--accent)}
.panes{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem;margin-top:.75rem}
.pane h2{font-size:1rem;margin:0 0 .35rem}
.pane small{color:var(--soft);font-weight:400}
.frame{height:62vh;border:1px solid var(--line);border-radius:8px;overflow:hidden;background:#fff}
iframe{width:100%;height:100%;border:0;color-scheme:light}
@media (min-width:60.01rem){iframe{width:calc(100%/.75);height:calc(100%/.75);transform:scale(.75);transform-origin:0 0}}
.why{position:sticky;bottom:0;margin:1rem 0 0;padding:.6rem .9rem;background:var(--ground);border:1px solid var(--line);border-radius:8px;min-height:3.2rem}
.is-template{color:var(--template);font-weight:600}
.is-content{color:var(--content);font-weight:600}
details{margin:1rem 0}
main{padding-bottom:2rem}
dt{font-weight:600}
dd{margin:0 0 .5rem;max-width:50rem}
summary{cursor:pointer;padding:.4rem 0}
.box{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;width:100%}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-top:1px solid var(--line)}
td:first-child{min-width:14rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:60rem){.tabs{display:flex}.panes{display:block}.pane{display:none}.pane.shown{display:block}.pane h2{display:none}.frame{height:60vh}}
@media (max-width:30rem){h1{font-size:1.25rem;margin-top:.75rem}header p{font-size:.9rem}.choice label{flex-basis:100%}#figure{font-size:.9rem}.why{font-size:.85rem;line-height:1.4;padding:.5rem .75rem;max-height:8rem;overflow:auto}}
`;
