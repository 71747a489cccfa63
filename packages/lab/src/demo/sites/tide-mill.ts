/** A small museum: opening hours, history, and news that its volunteers write. */
import { html, type Markup, trusted } from '../../report/html/markup.ts';
import type { DemoSite, PageText } from '../demo-site.ts';

interface News {
  readonly path: string;
  readonly title: string;
  readonly date: string;
  readonly author: string;
  readonly paragraphs: readonly string[];
}

const news: readonly News[] = [
  {
    path: '/news/new-sluice-gate',
    title: 'The new sluice gate is in',
    date: '14 March 2026',
    author: 'Ruth Penhale',
    paragraphs: [
      'After three winters of drawings, permits and cold hands, the oak gate that holds back the mill pond was lowered into its frame on Saturday. It weighs just under two tonnes, and it took eleven of us, one borrowed crane and a good deal of tea.',
      'The old gate had been patched since 1931. When we lifted it out, the lower third came away in our hands like wet cake. The iron straps were still sound, so the blacksmith in Trewarne straightened them and we have used them again.',
      'For the first time since 2019 the pond now keeps its water from one tide to the next. That means the wheel can turn for about four hours after high water, instead of forty minutes.',
    ],
  },
  {
    path: '/news/first-flour',
    title: 'First flour of the season',
    date: '28 March 2026',
    author: 'Tom Okafor',
    paragraphs: [
      'On Friday evening we ground eighty kilograms of wheat from the two fields above the creek. The stones were dressed in February, and the flour came out finer than we dared to hope.',
      'We sell it at the counter while it lasts. It is wholemeal with all of the bran in it, so bread made from it rises a little less and tastes a good deal more. Keep it cool, and use it within six weeks.',
    ],
  },
  {
    path: '/news/owls-in-the-loft',
    title: 'Owls in the sack loft',
    date: '2 May 2026',
    author: 'Ruth Penhale',
    paragraphs: [
      'A pair of barn owls has chosen the sack loft, two metres from the hoist. Until the young have flown, which will be in the middle of July, the loft is closed and the hoist stands still.',
      'You can watch them all the same: a small camera looks at the nest, and the picture is on the screen beside the ticket desk. Please do not use a flash when you look up from the stone floor.',
    ],
  },
  {
    path: '/news/spring-tide-evening',
    title: 'Milling by lantern light: the spring tide evening',
    date: '19 May 2026',
    author: 'Ines Carvalho',
    paragraphs: [
      'Twice a year the highest tides come late in the evening, and we keep the mill open for them. On 3 June the gates close at twenty past nine and the wheel starts turning at half past ten.',
      'There is room for thirty people. Bring a warm coat, because the wind comes straight through the wheel pit, and shoes that may get wet. Children are welcome if they can stay awake for longer than we can.',
      'Tickets cost nine pounds and are sold at the counter from Saturday. All of the money goes into the fund for the roof.',
    ],
  },
  {
    path: '/news/apprentice-wanted',
    title: 'We are looking for an apprentice miller',
    date: '8 June 2026',
    author: 'Tom Okafor',
    paragraphs: [
      'The mill has been run by volunteers since 1974, and most of us have been here for a good part of that time. From September we can pay somebody, two days a week, to learn the trade.',
      'You do not need to know anything about mills. You should like early mornings, be able to lift a sack of twenty kilograms, and not mind explaining the same gear wheel to forty schoolchildren.',
      'Write to us by the end of July and say why a tide mill. A page is plenty.',
    ],
  },
  {
    path: '/news/what-the-divers-found',
    title: 'What the divers found in the pond',
    date: '11 July 2026',
    author: 'Ines Carvalho',
    paragraphs: [
      'Before the silt was pumped out, two divers spent a morning on the floor of the pond. They came up with a millstone from a set that nobody knew we had owned, four bicycles, and a bronze bearing that we had been looking for since 1988.',
      'The stone is French burr, built of eleven pieces and bound with iron. It must have cracked on its way to the mill and gone over the side of the barge. It will lie in the yard until we know what to do with it.',
    ],
  },
];

const pages: readonly PageText[] = [
  {
    path: '/',
    title: 'A mill that is driven by the sea',
    body: html`<p class="lead">Twice a day the tide fills our pond, and twice a day the water on its way out turns a wheel that was built in 1746. It is one of three in the country that still grind.</p>
<h2>Latest news</h2>${news.slice(0, 3).map(({ path, title, paragraphs }) => html`<section class="teaser"><h3><a href="${path}">${title}</a></h3><p>${paragraphs[0]!.split('. ')[0]!}.</p></section>`)}`,
  },
  {
    path: '/visit',
    title: 'Opening hours and how to find us',
    body: html`<p>We are open from the last weekend of March to the end of October, Wednesday to Sunday, from ten to five. When the wheel turns depends on the moon, not on us: the hours are on the board at the gate and in the table below.</p>
<table><tr><th>Date</th><th>High water</th><th>Wheel turns</th></tr><tr><td>Sat 18 April</td><td>07:40</td><td>10:10 to 14:00</td></tr><tr><td>Sun 19 April</td><td>08:21</td><td>10:50 to 14:40</td></tr><tr><td>Sat 2 May</td><td>06:55</td><td>10:00 to 13:15</td></tr></table>
<h2>Getting here</h2><p>The number 14 bus stops at the top of Mill Lane; from there it is ten minutes downhill on foot. There is no car park at the mill. The ground floor can be reached with a wheelchair, the stone floor by a steep stair only.</p>`,
  },
  {
    path: '/history',
    title: 'Two hundred and eighty years of flour',
    body: html`<p>The dam across the creek is older than the mill: monks built it in the thirteenth century to keep fish. In 1746 a corn merchant called Josiah Ferris bought the rights to the water and set up a single wheel with two pairs of stones.</p>
<p>At its busiest, around 1860, the mill worked day and night whenever the tide allowed, and nine people slept above the machinery so as not to miss it. The railway ended that. From 1890 on, flour came from the ports, and the mill ground barley for pigs.</p>
<p>The last miller, Edith Ferris, stopped the wheel in 1957 and locked the door. Seventeen years later a group of neighbours asked her for the key.</p>`,
  },
  {
    path: '/how-it-works',
    title: 'How a tide mill works',
    body: html`<p>A tide mill needs no river. When the tide comes in, the sea pushes open a pair of hinged gates in the dam and fills the pond behind it. When the tide turns, the weight of the water closes the same gates, and the pond is full while the creek outside runs dry.</p>
<p>The miller waits until the water outside has fallen below the axle. Then the sluice is raised, the water runs out under the wheel, and the wheel turns six times a minute. Two pairs of gears make of these six turns a hundred and ten of the stone.</p>
<p>Because the tides move on by fifty minutes a day, so did the miller. He got up at three in the morning one week and at nine the next.</p>`,
  },
  ...news.map(({ path, title, date, author, paragraphs }) => ({
    path,
    title,
    body: html`<p class="byline">${date}, by ${author}</p>${paragraphs.map((text) => html`<p>${text}</p>`)}`,
  })),
];

const style = `body{margin:0;font:16px/1.6 Georgia,serif;color:#23313a;background:#f4efe6}
.notice{background:#23313a;color:#f4efe6;font:14px/1.5 system-ui,sans-serif;padding:8px 24px}.notice a{color:#fff}
header{background:#2f5d62;color:#fff;padding:20px 24px}header strong{font-size:26px}header p{margin:0;opacity:.85}
nav{background:#244a4e;padding:0 16px}nav a{display:inline-block;color:#fff;padding:10px 12px;text-decoration:none}
.columns{display:flex;gap:32px;padding:24px;max-width:1000px}main{flex:2}aside{flex:1;font-size:15px}
aside section{background:#fff;padding:12px 16px;margin-bottom:16px;border-left:4px solid #c8873a}
table{border-collapse:collapse}td,th{border:1px solid #b9ad98;padding:4px 10px;text-align:left}.byline{color:#6b6252;font-style:italic}
footer{background:#23313a;color:#d9d2c5;padding:20px 24px;font-size:14px}footer a{color:#fff}.lead{font-size:19px}
@media (max-width:480px){.columns{display:block}}`;

function pageHtml({ title, body }: PageText): string {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title} | The Tide Mill at Ferris Creek</title><style>${trusted(style)}</style></head>
<body><div class="notice">This site uses one cookie, to remember that you have read this line. <a href="/privacy">Privacy</a></div>
<header><strong>The Tide Mill at Ferris Creek</strong><p>A working mill, run by volunteers since 1974</p></header>
<nav><a href="/">Home</a> <a href="/visit">Visit</a> <a href="/history">History</a> <a href="/how-it-works">How it works</a> <a href="/news/">News</a> <a href="/shop">Shop</a></nav>
<div class="columns"><main><h1>${title}</h1>${body}<p class="share">Share this page: <a href="/share/mail">by mail</a> · <a href="/share/print">print</a></p></main>
<aside><section><h2>Next milling</h2><p>Whenever the tide allows, Wednesday to Sunday. Ask at the gate.</p></section>
<section><h2>Become a friend</h2><p>Twenty pounds a year keep one sluice board dry. Friends come in free.</p></section>
<section><h2>Recent news</h2><ul>${recent}</ul></section></aside></div>
<footer><p>The Tide Mill at Ferris Creek is a registered charity.</p><p><a href="/contact">Contact</a> · <a href="/volunteers">Volunteers</a> · <a href="/privacy">Privacy</a></p></footer></body></html>
`.markup;
}

const recent: readonly Markup[] = news
  .slice(-3)
  .map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`);

export const tideMill: DemoSite = {
  host: 'tide-mill.example',
  what: 'a small museum, with news',
  pages: pages.map((page) => ({ path: page.path, html: pageHtml(page) })),
};
