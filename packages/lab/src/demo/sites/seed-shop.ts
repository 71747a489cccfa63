/** A shop in German that sells seeds: product pages of one make, and lists of products. */
import { html, trusted } from '../../report/html/markup.ts';
import type { DemoSite, PageText } from '../demo-site.ts';

interface Product {
  readonly path: string;
  readonly name: string;
  readonly kind: 'Gemüse' | 'Kräuter' | 'Blumen';
  readonly price: string;
  readonly sowing: string;
  readonly height: string;
  readonly text: readonly string[];
}

const products: readonly Product[] = [
  {
    path: '/tomate-rosa-anna',
    name: 'Tomate ‚Rosa Anna‘',
    kind: 'Gemüse',
    price: '3,20 €',
    sowing: 'März bis April, im Haus',
    height: '180 cm',
    text: [
      'Eine alte Fleischtomate aus dem Banat, die wir seit elf Jahren selbst vermehren. Die Früchte werden bis zu einem Pfund schwer, sind rosarot und haben so wenige Kerne, dass jede Ernte für neues Saatgut zur Geduldsprobe wird.',
      'Sie braucht einen sonnigen Platz unter einem Dach und einen kräftigen Stab. Wer nur zwei Triebe stehen lässt, erntet ab Ende Juli und bis zum ersten Frost.',
    ],
  },
  {
    path: '/stangenbohne-weinlaenderin',
    name: 'Stangenbohne ‚Weinländerin‘',
    kind: 'Gemüse',
    price: '2,90 €',
    sowing: 'Mitte Mai bis Mitte Juni, ins Beet',
    height: '250 cm',
    text: [
      'Grüne Hülsen mit violetten Streifen, die beim Kochen verschwinden. Die Bohne kommt aus dem Zürcher Weinland und trägt auch dort noch gut, wo der Sommer kühl ist.',
      'Je Stange sechs Körner legen und anhäufeln, sobald die Pflanzen eine Handbreit hoch sind. Jung geerntet hat sie keine Fäden.',
    ],
  },
  {
    path: '/mangold-bunte-stiele',
    name: 'Mangold ‚Bunte Stiele‘',
    kind: 'Gemüse',
    price: '2,60 €',
    sowing: 'April bis Juli, ins Beet',
    height: '50 cm',
    text: [
      'Eine Mischung mit gelben, roten und weißen Stielen. Im Beet sieht sie aus wie gemalt, in der Pfanne bleibt von den Farben immerhin das Gelb.',
      'Wer nur die äußeren Blätter schneidet, erntet von derselben Pflanze bis in den November. Unter Reisig kommt sie oft durch den Winter und treibt im März noch einmal aus.',
    ],
  },
  {
    path: '/guter-heinrich',
    name: 'Guter Heinrich',
    kind: 'Kräuter',
    price: '3,40 €',
    sowing: 'Oktober bis Februar, braucht Frost',
    height: '60 cm',
    text: [
      'Der Spinat der Bergbauern: eine Staude, die zwanzig Jahre am selben Platz steht. Die jungen Blätter werden im April geschnitten, wenn es im Garten sonst noch nichts gibt.',
      'Die Samen keimen erst, wenn sie einige Wochen Kälte gespürt haben. Eine Schale auf dem Balkon genügt; im Kühlschrank geht es auch.',
    ],
  },
  {
    path: '/zitronenmelisse',
    name: 'Zitronenmelisse',
    kind: 'Kräuter',
    price: '2,40 €',
    sowing: 'März bis Mai, Lichtkeimer',
    height: '70 cm',
    text: [
      'Ein Tee aus frischen Blättern schmeckt nach Zitrone, einer aus getrockneten leider nach Heu. Deshalb ernten wir sie immer nur für eine Kanne.',
      'Die Samen nur andrücken und nicht mit Erde bedecken. Ab dem zweiten Jahr sät sie sich selbst aus, und zwar überall.',
    ],
  },
  {
    path: '/kapuzinerkresse-schwarzer-samt',
    name: 'Kapuzinerkresse ‚Schwarzer Samt‘',
    kind: 'Blumen',
    price: '2,80 €',
    sowing: 'ab Mitte Mai, ins Beet',
    height: '30 cm',
    text: [
      'Blüten in einem Rot, das fast schwarz ist. Man kann sie essen: Sie schmecken nach Pfeffer und machen aus einem Kartoffelsalat eine Einladung.',
      'Auf magerem Boden blüht sie reich, auf fettem macht sie nur Blätter. Läuse, die sonst an die Bohnen gingen, nimmt sie gern auf sich.',
    ],
  },
  {
    path: '/kornrade',
    name: 'Kornrade',
    kind: 'Blumen',
    price: '2,20 €',
    sowing: 'September oder April, ins Beet',
    height: '90 cm',
    text: [
      'Früher ein Unkraut im Roggen, heute auf den Feldern fast verschwunden. Im Garten steht sie wie ein Schleier aus lila Sternen über allem, was niedriger ist.',
      'Alle Teile der Pflanze sind giftig, die Samen besonders: Wo kleine Kinder ernten helfen, sollte sie nicht stehen.',
    ],
  },
  {
    path: '/muskatellersalbei',
    name: 'Muskatellersalbei',
    kind: 'Blumen',
    price: '2,70 €',
    sowing: 'Mai bis Juni, blüht im zweiten Jahr',
    height: '120 cm',
    text: [
      'Im ersten Sommer eine Rosette aus grauen, pelzigen Blättern; im zweiten ein Kerzenleuchter in Rosa, um den sich die Holzbienen streiten.',
      'Nach der Blüte stirbt die Pflanze, hat aber vorher dafür gesorgt, dass man sie nicht noch einmal kaufen muss.',
    ],
  },
];

const productPage = ({ path, name, kind, price, sowing, height, text }: Product): PageText => ({
  path,
  title: name,
  body: html`<p class="crumbs"><a href="/">Start</a> › <a href="/${kind.toLowerCase()}/">${kind}</a> › ${name}</p>
<h1>${name}</h1><p class="price">${price} <small>je Tüte, inkl. MwSt., zzgl. Versand</small></p>
<button>In den Korb</button>${text.map((paragraph) => html`<p>${paragraph}</p>`)}
<table><tr><th>Aussaat</th><td>${sowing}</td></tr><tr><th>Höhe</th><td>${height}</td></tr><tr><th>Inhalt</th><td>reicht für etwa 30 Pflanzen</td></tr></table>
<div class="promise"><h3>Unser Versprechen</h3><p>Geht Ihr Saatgut nicht auf, schicken wir Ihnen im nächsten Frühjahr neues. Ohne Fragen.</p></div>`,
});

const listPage = (kind: Product['kind'], words: string): PageText => ({
  path: `/${kind.toLowerCase()}/`,
  title: kind,
  body: html`<p class="crumbs"><a href="/">Start</a> › ${kind}</p><h1>${kind}</h1><p>${words}</p><ul class="cards">${products
    .filter((product) => product.kind === kind)
    .map(
      ({ path, name, price }) => html`<li><a href="${path}">${name}</a> <span>${price}</span></li>`,
    )}</ul>`,
});

const pages: readonly PageText[] = [
  {
    path: '/',
    title: 'Saatgut, das sich vermehren lässt',
    body: html`<h1>Saatgut, das sich vermehren lässt</h1><p>Wir bauen an, was wir selbst essen, und verkaufen, was davon übrig bleibt. Alle Sorten sind samenfest: Was Sie im Herbst ernten, können Sie im Frühjahr wieder säen.</p>
<p>Neu in diesem Jahr sind der Gute Heinrich und eine Kapuzinerkresse, die so dunkel blüht, dass wir sie zuerst für einen Druckfehler hielten.</p>`,
  },
  listPage('Gemüse', 'Drei Sorten, die in jedem Garten gelingen, auch im ersten Jahr.'),
  listPage('Kräuter', 'Für die Küche und für den Tee; beide kommen jedes Jahr wieder.'),
  listPage('Blumen', 'Für die Bienen, und für das Auge zwischen den Kohlköpfen.'),
  ...products.map(productPage),
];

const style = `body{margin:0;font:16px/1.55 system-ui,sans-serif;color:#263022;background:#fff}
.top{background:#eef3e2;font-size:13px;padding:6px 24px;text-align:center}header{display:flex;justify-content:space-between;align-items:center;padding:16px 24px;border-bottom:3px solid #7a9a3d}
header strong{font-size:24px;color:#4d6b1c}nav a{margin-right:16px;color:#263022}.basket{font-size:14px}
main{max-width:720px;margin:0 auto;padding:24px}.crumbs{font-size:13px;color:#777}.price{font-size:22px;color:#b1471c}.price small{font-size:13px;color:#777}
button{background:#7a9a3d;color:#fff;border:0;padding:10px 20px;border-radius:4px;font-size:16px}table{border-collapse:collapse;margin:16px 0}th,td{text-align:left;padding:6px 14px;border-bottom:1px solid #d5dec2}
.promise{background:#eef3e2;padding:4px 16px;border-radius:6px}.cards{padding:0;list-style:none}.cards li{padding:10px;border-bottom:1px solid #d5dec2}
footer{background:#3a4a22;color:#e8efd9;padding:24px;display:flex;gap:48px;font-size:14px}footer a{color:#fff;display:block}
@media (max-width:480px){header,footer{flex-wrap:wrap;gap:12px 32px}}`;

function pageHtml({ title, body }: PageText): string {
  return html`<!DOCTYPE html>
<html lang="de"><head><meta charset="utf-8"><title>${title} – Saatgut Lindenhof</title><style>${trusted(style)}</style></head>
<body><div class="top">Ab 25 € versandkostenfrei · Versand jeden Dienstag</div>
<header><strong>Saatgut Lindenhof</strong><nav><a href="/gemüse/">Gemüse</a> <a href="/kräuter/">Kräuter</a> <a href="/blumen/">Blumen</a> <a href="/anbau">Anbautipps</a></nav><span class="basket"><a href="/korb">Korb (0)</a> · <a href="/konto">Mein Konto</a></span></header>
<main>${body}</main>
<footer><div><b>Kundendienst</b><a href="/versand">Versand und Rückgabe</a> <a href="/fragen">Häufige Fragen</a> <a href="/kontakt">Kontakt</a></div><div><b>Lindenhof</b><a href="/wir">Wer wir sind</a> <a href="/impressum">Impressum</a> <a href="/datenschutz">Datenschutz</a></div><div><b>Gartenpost</b><p>Einmal im Monat, was jetzt zu tun ist.</p><a href="/gartenpost">Anmelden</a></div></footer></body></html>
`.markup;
}

export const seedShop: DemoSite = {
  host: 'saatgut-lindenhof.example',
  what: 'a shop for seeds, in German',
  pages: pages.map((page) => ({ path: page.path, html: pageHtml(page) })),
};
