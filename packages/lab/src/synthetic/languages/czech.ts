import type { Language } from '../language.ts';

export const czech: Language = {
  code: 'cs',
  direction: 'ltr',
  bytesPerCharacter: 1.14,
  space: ' ',
  months: 'ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince',
  date: '{day}. {month} {year}',
  money: '{amount} Kč',
  sections:
    'Cestování|Zahrada|Věda|Hudba|Sport|Hospodářství|Kuchyně|Zdraví|Kultura|Technika|Příroda|Bydlení|Knihy|Energie|Rodina|Fotografie',
  subsections: `Rady|Nářadí|Začátečníci|Dílna|Z krajů|Archiv|Rozhovory|Roční doby|Výbava|Kalendář|Projekty|Názory|Materiály|Praxe|Výzkum
    |Na cestě|Víkend|Klasika|Ukládání|Osvětlení|Voda|Zima|Léto|Opravy|Portréty|Pro zkušené`,
  phrases: {
    home: 'Úvod|Domů|Hlavní stránka',
    menu: 'Nabídka|Obsah webu|Menu',
    search: 'Hledat|Najít|Vyhledat',
    searchIn: 'Hledat v|Oblast',
    everywhere: 'Všude|Všechny rubriky',
    login: 'Přihlásit se|Můj účet',
    register: 'Registrace|Založit účet',
    cart: 'Košík|Nákupní košík',
    cookies:
      'Používáme cookies, aby stránky fungovaly a abychom věděli, co čtete. Svou volbu můžete kdykoli změnit.|Tento web ukládá do vašeho zařízení malé soubory. Některé jsou nutné, jiné nám pomáhají web zlepšovat.',
    accept: 'Přijmout vše|Rozumím|Souhlasím a zavřít',
    newsletter: 'Zpravodaj|Zůstaňte v obraze',
    newsletterText:
      'Jednou týdně to nejlepší do vaší schránky, bez reklamy.|Dozvíte se o novinkách jako první. Odhlášení jedním kliknutím.',
    subscribe: 'Odebírat|Přihlásit odběr',
    email: 'E-mailová adresa|Váš e-mail',
    share: 'Sdílet stránku|Pošlete dál|Sdílet',
    print: 'Verze pro tisk|Vytisknout',
    about: 'O nás|Kdo jsme',
    contact: 'Kontakt|Napište nám',
    imprint: 'Tiráž|Provozovatel',
    privacy: 'Ochrana údajů|Soukromí',
    terms: 'Podmínky užití|Obchodní podmínky',
    rights: 'Všechna práva vyhrazena. Přetisk jen se svolením.|Vyrobeno s péčí. Všechna práva vyhrazena.',
    visitors: 'Návštěv celkem: {count}|{count} návštěv od spuštění',
    online: 'Právě čte {count} lidí|Online: {count}',
    generated: 'Stránka vytvořena za {seconds} s|Čas: {seconds} s',
    today: 'Dnes je {date}|{date}, vítejte',
    latest: 'Nejnovější příspěvky|Nově na webu',
    advert: 'Reklama|Inzerce|Naši partneři',
    follow: 'Sledujte nás|Najdete nás i jinde',
    skip: 'Přeskočit na obsah|Přímo k textu',
    top: 'Nahoru|Na začátek stránky',
    sort: 'Řadit podle|Pořadí',
    tagline: 'Pro zvídavé čtenáře|Dobré věci, dobře vysvětlené|Stojí za přečtení od roku 1998',
    buy: 'Do košíku|Koupit|Objednat',
    readMore: 'Číst dál|Více|Celý článek',
    reply: 'Odpovědět|Reagovat',
    quote: 'Citovat|Nahlásit',
    writeComment: 'Napsat komentář|Co si myslíte?',
    name: 'Jméno|Vaše jméno',
    message: 'Zpráva|Váš text',
    send: 'Odeslat|Poslat',
    help: 'Nápověda|Otázky a odpovědi',
    published: 'Zveřejněno|Aktualizováno',
    tags: 'Štítky:|Klíčová slova',
    previous: 'Předchozí|Zpět|Starší',
    next: 'Další|Následující|Novější',
    related: 'Související stránky|Mohlo by vás zajímat|Více k tématu',
    pageOf: 'Strana {page} z {pages}|{page} / {pages}',
    author: 'Autor:|Napsal|Text:',
    price: 'Cena:|Naše cena',
    availability: 'Dostupnost:|Dodání',
    description: 'Popis|O výrobku|Podrobnosti',
    specification: 'Technické údaje|Vlastnosti',
    reviews: 'Hodnocení|Co říkají zákazníci',
    seeAlso: 'Viz též|K dalšímu čtení',
    summary: 'Shrnutí|Stručně|Přehled',
    comments: 'Komentáře|Čtenáři píší|Diskuse',
    itemNumber: 'Číslo zboží:|Objednací kód',
    example: 'Příklad|Použití',
    parameters: 'Parametry|Argumenty|Nastavení',
    result: 'Návratová hodnota|Výsledek',
    note: 'Poznámka:|Pozor:',
    wrote: 'napsal:|odpovídá:',
    address: 'Adresa:|Kde nás najdete',
    phone: 'Telefon:|Zavolejte',
  },
  prose: {
    sentence: `{np} {vp} {when}. | {when} {np} {vp}. | {person} {said}, že {np} {vp}. | {np} {vp}, zatímco {np} {vp}. | V obci {place} {np} {vp} {when}.
      | Asi {#20-980} {genPl} {vpNeut} {where}. | {connector} {np} {vp} {where}. | {topic} {vp}, {reason}. | {connector} {topic} {vp} {when}.
      | Z {#12-400} {genPl} {where} jich {#5-11} {vpNeut}. | {person}, {job} z obce {place}, {said}, že {topic} {vp}. | {vingp} trvá {#5-59} {unit}, {reason}.
      | Nikdo v obci {place} neví, proč {np} {vp}. | Kdo {vp3}, měl by vědět, že {np} {vp}. | Všechno je {adjN}, {adjN} a {adjN}. | Proč {topic} {vp}?`,
    comment: `Díky za část o obci {place}. | I u nás v obci {place} {np} {vp}. | {person} má pravdu, {np} {vp}. | Neví někdo, jestli {np} {vp}?
      | Zkoušeli jsme to {when}, trvalo to {#5-40} {unit}. | Můj soused, {job}, {said} totéž. | Nepřesvědčilo mě to: {np} {vp}, {reason}.
      | Po {#5-20} týdnech to stále funguje. | {connector} {np} {vp}.`,
    heading: `Pozadí | Co bude dál | První výsledky | Jak to funguje | {plural} a {plural} | Poučení z obce {place} | Náklady a {plural} | Příprava
      | Výhled | {person} a {plural} | Než začnete | Proč {np} {vp} | {adjM} {nounM} podrobně`,
    articleTitle: `{place}: {np} {vp} | {person} a {np} | {np} {vp} {when} | Jak {plural} změnily obec {place} | {#5-25} {genPl} pro obec {place}
      | Proč {np} {vp} | {topic} mezi obcemi {place} a {place} | Návrat {genPl} do obce {place} | {vingp}: {place}`,
    productTitle: `{brand} {ware} {model} | {ware} {model}, {colour} | {ware} {brand}, {material} | {brand} {ware} {#10-99} cm, {colour}
      | {ware} {brand} {colour}, sada {#2-12} kusů | {brand} {model}: {ware}, {material}`,
    documentationTitle: `{vingp} v modulu {module} | Modul {module} {#1-9}.{#0-20} | {module}: {plural} a {plural} | Nastavení modulu {module}: {plural}
      | {identifier} v modulu {module} | Přechod na {module} {#2-9}: {plural} | {module} a {identifier}`,
    threadTitle: `{topic}, {place}: máte nápad? | {brand} {model}: {adjM}, nebo {adjM}? | {np} {vp}, prosím o pomoc | {vingp}: {#5-30} {unit}, není to moc?
      | Hledám {plural}, okolí obce {place} | {ware} {brand}, nebo {ware} {brand} {model}?`,
    topic: '{np}|{np}|{np}',
    person: '{first} {last}',
    tag: '{plural}|{nounM}|{nounF}|{ware}|{place}|{material}',
    advert: `{ware} {brand}: dnes o {#5-70} % levněji | {place} už od {#290-3990} Kč | {plural} za méně: {brand} | Porovnejte {plural} a ušetřete {#200-4000} Kč
      | {brand}. S vámi od roku {#1890-1999}. | Vyzkoušejte {brand} {#7-60} dní zdarma`,
    attribute:
      'Hmotnost|Výška|Šířka|Materiál|Barva|Výkon|Objem|Záruka|Původ|Hlučnost|Hloubka|Délka kabelu|Věková skupina|Značka',
    attributeValue:
      '{#2-900} g|{#2-240} cm|{material}|{colour}|{#5-2400} W|{#1-90} l|{#1-10} roky|{place}|{brand}|{#20-80} dB',
    stock: 'Skladem, u vás do {#2-5} dnů|Poslední {#2-4} kusy|Dodání do {#5-8} týdnů|Momentálně vyprodáno',
    cell: '{plural}|{adjM}|{#1-4000}|{place}|{#1-99},{#0-9} %|{brand} {model}|{first}',
    identifier: '{stem}_{stem2}|{stem}{Stem2}|{module}.{stem}',
    stem: 'cti|pis|otevri|spoj|rozdel|nacti|uloz|najdi|pocitej|kopiruj|serad|zamkni|posli|kresli',
    stem2: 'soubor|radek|blok|fronta|ramec|znak|rejstrik|vrstva|cesta|udalost|uzel|rozsah|pole',
    Stem2: 'Soubor|Radek|Blok|Fronta|Ramec|Znak|Rejstrik|Vrstva|Cesta|Udalost|Uzel|Rozsah|Pole',
    module: 'kavka|mriz|brany|troud|nabrezi|sextant|nora|olovnice|proutek|klenak|nyt|kovadlina',
    np: '{adjM} {nounM}|{adjF} {nounF}|{nounM}|{nounF}|každý {nounM}|naše {nounF}|tento {adjM} {nounM}|tato {adjF} {nounF}|{nounM} {where}|{nounF} {where}',
    nounM: `most|přístav|sad|motor|trh|sbor|potok|festival|výbor|archiv|tisk|skleník|soud|postup|rozvrh|les|maják|spor|sklep|přívoz|pomník|spolek|úřad|mlýn|dům`,
    nounF: `knihovna|pekárna|vesnice|škola|dílna|lucerna|stavba|železnice|cesta|anketa|věž|kuchyně|zpráva|laboratoř|louka|klinika|smlouva|radnice|elektrárna|slavnost|zahrada|stodola|kapela`,
    plural: `mosty|zahrady|dopisy|žákyně|studie|záznamy|domy|odbornice|otázky|cifry|stromy|motory|povídky|fotografie|jízdenky|záclony|silnice|lekce|mapy|sousedky|kresby|vzorky|koloběžky|místnosti`,
    genPl: `mostů|zahrad|dopisů|žáků|rolníků|návštěvníků|záznamů|domů|odborníků|dobrovolníků|nástrojů|otázek|čísel|stromů|motorů|příběhů|fotografií|jízdenek|oken|silnic|lekcí|map|hudebníků|sousedů|kreseb`,
    adjM: `starý|nový|tichý|úzký|drahý|slavný|dřevěný|moderní|skrytý|spolehlivý|veselý|těžký|pečlivý|severní|místní|podivný|jednoduchý|jasný|tvrdohlavý|prázdný|štědrý|veřejný|raný|robustní|kulatý|úsporný|vzácný|užitečný|vzdálený`,
    adjF: `stará|nová|tichá|úzká|drahá|slavná|dřevěná|moderní|skrytá|spolehlivá|veselá|těžká|pečlivá|severní|místní|podivná|jednoduchá|jasná|prázdná|štědrá|veřejná|raná|robustní|kulatá|úsporná|vzácná|užitečná|vzdálená`,
    adjN: 'staré|nové|tiché|úzké|drahé|slavné|moderní|spolehlivé|veselé|těžké|pečlivé|podivné|jednoduché|jasné|prázdné|kulaté|vzácné|užitečné',
    vp: `láká více {genPl} než dřív|potřebuje {#5-40} nových {genPl}|zůstává {#5-50} {unit} bez {genPl}|dosud funguje bez {genPl}|stojí víc, než se čekalo
      |patří obci {place}|mění jméno|překvapuje i odborníky|každý rok roste|závisí na počasí|má barvu {colourGen}|čeká na opravu od roku {#1950-2022}
      |končí v obci {place}|začíná znovu|získává {#5-60} členů ročně|nevyhovuje normě {#100-990}`,
    vpNeut: 'zmizelo|přišlo z obce {place}|čekalo {#5-50} {unit}|chybělo|zůstalo|vzniklo|nevydrželo',
    vp3: 'opravuje {plural}|sbírá {plural}|cestuje do obce {place}|porovnává {plural}|kreslí {plural}',
    vingp:
      'Třídění {genPl}|Oprava {genPl}|Počítání {genPl}|Výsadba {genPl}|Srovnání {genPl}|Stavba {genPl}|Stěhování {genPl}',
    said: 'říká|vysvětluje|píše|věří|ujišťuje|hlásí|doufá|popírá|slibuje|opakuje',
    when: 'na jaře|minulý týden|každé ráno|po válce|v neděli|v roce {#1871-2023}|před zimou|v noci|od roku {#1950-2022}|dvakrát ročně|bez ohlášení|dávno|nakonec|tento měsíc',
    where:
      'u obce {place}|mezi obcemi {place} a {place}|podél řeky|na ostrově|na hranici|ve městě|za řekou|pod kopcem',
    reason:
      'protože {nounM} byl {adjM}|ačkoli {nounF} je {adjF}|jak {said} {person}|neboť {place} nemá {genPl}|čehož si všimlo málo {genPl}',
    connector:
      'Přesto|Jinými slovy|Mezitím|Proto|Zpravidla|Naopak|Nejprve|I tak|Ve skutečnosti|Později|Znovu',
    job: 'učitelka|truhlář|zdravotní sestra|inženýr|pekař|historička|námořník|zahradník|tiskař|soudkyně|malíř|botanička',
    unit: 'minut|hodin|dnů|týdnů|měsíců|stran',
    brand:
      'Norvík|Haldena|Tesárek|Kvilda|Jasný & syn|Orlanda|Fenmark|Kastor|Lumera|Větrník|Ambrož|Pelhřim|Šťovík',
    model:
      '{letter}{letter}-{#100-990}|{#2-9}{#10-99}{letter}|{letter}{#1000-9800}|Řada {#2-9}|{letter}{#10-99} Plus',
    letter: 'A|B|C|D|E|F|G|H|K|L|M|N|P|R|S|T|V|W|X|Z',
    ware: 'Konvice|Lampa|Opékač|Knihovna|Stan|Batoh|Vrtačka|Kamera|Psací stůl|Křeslo|Rádio|Mixér|Sedlo|Dalekohled|Sporák|Hodiny|Přikrývka|Nůž|Žebřík',
    material: 'dub|ocel|len|měď|bambus|kůže|vlna|sklo|ořech|hliník|korek|břidlice',
    colour:
      'bílá|černá|červená|mořská zeleň|šedá|žlutá|tmavě modrá|slonová kost|hnědá|stříbrná|oranžová|fialová',
    colourGen: 'bílou|černou|červenou|šedou|žlutou|modrou|hnědou|stříbrnou|fialovou',
    place: `Jasanov|Mlýnská Lhota|Torná|Ostřice|Dunovice|Solnička|Skřivánčí|Přístavec|Brázdov|Kamenná Studna|Vrané|Hrabová|Kapradí|Bělmok|Králův Háj
      |Rudná Stezka|Severoves|Křížov|Kvasiny|Stříbrné Údolí|Vydří|Vexov|Šumná|Žďárky`,
    first: `Anna|Martin|Klára|Josef|Edita|Samuel|Růžena|Václav|Nora|Petr|Alice|Jiří|Miriam|Tomáš|Helena|Daniel|Anežka|Oskar|Judita|Filip|Laura|Šimon
      |Irena|Viktor|Ester|Hugo|Božena|Leoš|Žofie|Adam|Ondřej|Zdeňka`,
    last: `Harpa|Bělík|Brenek|Osvald|Férový|Drábek|Klerik|Jasan|Průša|Dlouhý|Mertl|Tolar|Beneš|Sýkora|Podhorský|Holub|Zahradník|Vinař|Severa|Trn|Pěnkava
      |Jeřábek|Kalina|Důlský|Východský|Hájek|Šafránek|Čermák|Říha`,
  },
};
