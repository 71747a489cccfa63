/** The manual of an invented program: code, short pages, and a contents list on each of them. */
import { html, trusted } from '../../report/html/markup.ts';
import type { DemoSite, PageText } from '../demo-site.ts';

const pages: readonly PageText[] = [
  {
    path: '/',
    title: 'Pail: a queue for shell scripts',
    body: html`<p>Pail keeps a list of jobs in one file and hands them out to as many workers as you start. There is no server and nothing to set up: if your machine has a file system, you have a queue.</p>
<p>It was written for the nightly conversion of scanned letters, where a crashed worker must not lose a page. It has since been used for thumbnails, backups and a great many things that ought to have been a database.</p>`,
  },
  {
    path: '/install',
    title: 'Installing',
    body: html`<p>Pail is one file without dependencies. Put it into a folder of your <code>PATH</code> and make it executable:</p>
<pre><code>install -m 755 pail ~/.local/bin/
pail --version</code></pre><p>On systems where <code>/tmp</code> is kept in memory, set <code>PAIL_DIR</code> to a folder on a disk, or your jobs will be gone after a restart.</p>`,
  },
  {
    path: '/put',
    title: 'Adding jobs: pail put',
    body: html`<p>A job is a line of text. What it means is up to the worker that takes it; most people use file names.</p>
<pre><code>ls scans/*.tif | pail put letters
pail put letters --first scans/urgent.tif</code></pre><p>The same line twice is one job, unless <code>--again</code> says that you mean it. Lines longer than four kilobytes are refused, because only shorter ones can be appended in one piece.</p>`,
  },
  {
    path: '/take',
    title: 'Working: pail take',
    body: html`<p>A worker takes a job, does it, and says so. A job that was taken is invisible to the others until it is done or its lease has run out.</p>
<pre><code>while job=$(pail take letters --lease 10m); do
  convert "$job" "$job.png" && pail done letters "$job"
done</code></pre><p>If the worker dies in between, the lease runs out and somebody else gets the job. So a job may be done twice, but it is never forgotten; write your workers so that twice does no harm.</p>`,
  },
  {
    path: '/leases',
    title: 'Leases and clocks',
    body: html`<p>A lease is a time of day, written down when the job is taken. All workers must therefore agree on the time to within a few seconds. On one machine they always do.</p>
<p>Over a network file system they sometimes do not. Pail compares its clock with the time stamp of a file that it has just written, and refuses to take a job if the two are more than five seconds apart.</p>`,
  },
  {
    path: '/failures',
    title: 'Jobs that fail',
    body: html`<p>A job that fails five times goes to the side, so that one broken scan does not keep ten workers busy all night. You find it in the list of the dead:</p>
<pre><code>pail dead letters
pail revive letters scans/0417.tif</code></pre><p>The number of attempts is set with <code>--tries</code>. Zero means that a job is tried for ever, which is hardly ever what you want.</p>`,
  },
  {
    path: '/inspect',
    title: 'Looking inside',
    body: html`<p>The file of a queue is plain text, and you may look at it at any time. Each line begins with a letter: <code>w</code> for waiting, <code>t</code> for taken, <code>d</code> for done.</p>
<pre><code>pail count letters
waiting 212  taken 4  done 1089  dead 1</code></pre><p>Do not edit the file while workers are running. Stop them, make a copy, and then do as you like: Pail checks each line when it starts, and names the first one that it cannot read.</p>`,
  },
  {
    path: '/limits',
    title: 'When not to use Pail',
    body: html`<p>Every change locks the file for a moment. Up to about a thousand jobs a second nobody notices; beyond that the workers spend their time waiting for one another.</p>
<p>If your jobs take less than a millisecond, put more of them into a line. If they must run in an exact order, or on several continents, use something that was made for that.</p>`,
  },
];

const style = `body{margin:0;font:16px/1.6 system-ui,sans-serif;color:#1d2433;display:grid;grid-template-columns:230px 1fr;background:#fff}
header{grid-column:1/3;background:#1d2433;color:#fff;padding:12px 24px;display:flex;justify-content:space-between}header a{color:#9db7ff;margin-left:16px}
nav{padding:24px;background:#f3f5fa;font-size:15px}nav h2{font-size:13px;text-transform:uppercase;color:#68708a}nav a{display:block;padding:3px 0;color:#2b4acb;text-decoration:none}
main{padding:24px 32px;max-width:680px}pre{background:#f3f5fa;padding:12px 16px;border-radius:6px;overflow:auto}code{font:14px ui-monospace,monospace}
.around{display:flex;justify-content:space-between;border-top:1px solid #d7dcea;margin-top:32px;padding-top:12px}footer{grid-column:1/3;padding:16px 24px;font-size:13px;color:#68708a;border-top:1px solid #d7dcea}
@media (max-width:480px){body{display:block}}`;

function pageHtml({ path, title, body }: PageText): string {
  const at = pages.findIndex((page) => page.path === path);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title} – Pail manual</title><style>${trusted(style)}</style></head>
<body><header><b>Pail 2.3 manual</b><span><a href="/changes">Changes</a> <a href="/source">Source</a></span></header>
<nav><h2>Contents</h2>${pages.map((page) => html`<a href="${page.path}">${page.title}</a>`)}<h2>Versions</h2><a href="/v2/">2.3 (this one)</a> <a href="/v1/">1.9</a></nav>
<main><h1>${title}</h1>${body}
<div class="around">${before === undefined ? html`<span></span>` : html`<a href="${before.path}">‹ ${before.title}</a>`}${after === undefined ? html`` : html`<a href="${after.path}">${after.title} ›</a>`}</div></main>
<footer>Found a mistake on this page? Tell us, and name the page and the version. Pail is free software; this manual may be copied with it.</footer></body></html>
`.markup;
}

export const manual: DemoSite = {
  host: 'pail-manual.example',
  what: 'the manual of a program',
  pages: pages.map((page) => ({ path: page.path, html: pageHtml(page) })),
};
