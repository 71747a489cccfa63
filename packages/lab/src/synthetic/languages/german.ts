import type { Language } from '../language.ts';

export const german: Language = {
  code: 'de',
  direction: 'ltr',
  bytesPerCharacter: 1.02,
  space: ' ',
  months: 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember',
  date: '{day}. {month} {year}',
  money: '{amount} €',
  sections:
    'Reise|Garten|Wissen|Musik|Sport|Wirtschaft|Küche|Gesundheit|Kultur|Technik|Draußen|Wohnen|Bücher|Energie|Familie|Fotografie',
  subsections: `Ratgeber|Werkzeuge|Einsteiger|Werkstatt|Regionales|Archiv|Gespräche|Jahreszeiten|Ausrüstung|Termine|Vorhaben|Meinung
    |Werkstoffe|Praxis|Forschung|Unterwegs|Wochenende|Klassiker|Aufbewahrung|Beleuchtung|Wasser|Winter|Sommer|Reparaturen|Porträts|Für Könner`,
  phrases: {
    home: 'Startseite|Start|Übersicht',
    menu: 'Menü|Navigation|Inhalt',
    search: 'Suchen|Suche|Finden',
    searchIn: 'Suchen in|Bereich',
    everywhere: 'Überall|Alle Bereiche',
    login: 'Anmelden|Einloggen|Mein Konto',
    register: 'Registrieren|Konto anlegen',
    cart: 'Warenkorb|Einkaufskorb',
    cookies:
      'Wir verwenden Cookies, damit diese Seiten funktionieren und wir sehen, was gelesen wird. Sie können Ihre Wahl jederzeit ändern.|Diese Website legt kleine Dateien auf Ihrem Gerät ab. Einige sind nötig, andere helfen uns, besser zu werden.',
    accept: 'Alle annehmen|Einverstanden|Zustimmen und schließen',
    newsletter: 'Rundbrief|Auf dem Laufenden bleiben',
    newsletterText:
      'Einmal in der Woche das Beste in Ihrem Postfach, ohne Werbung und jederzeit abbestellbar.|Erfahren Sie als Erste von Neuheiten und Angeboten. Abmelden mit einem Klick.',
    subscribe: 'Abonnieren|Eintragen',
    email: 'E-Mail-Adresse|Ihre E-Mail',
    share: 'Seite teilen|Weitersagen|Teilen',
    print: 'Druckansicht|Seite drucken',
    about: 'Über uns|Wer wir sind',
    contact: 'Kontakt|Schreiben Sie uns',
    imprint: 'Impressum',
    privacy: 'Datenschutz|Datenschutzerklärung',
    terms: 'Nutzungsbedingungen|AGB',
    rights:
      'Alle Rechte vorbehalten. Nachdruck nur mit Genehmigung.|Mit Sorgfalt gemacht. Alle Rechte vorbehalten.',
    visitors: 'Besucher bisher: {count}|{count} Besuche seit Beginn',
    online: '{count} Gäste online|Gerade hier: {count}',
    generated: 'Seite erzeugt in {seconds} Sekunden|Dauer: {seconds} s',
    today: 'Heute ist der {date}|{date} – schön, dass Sie da sind',
    latest: 'Neueste Beiträge|Neu auf diesen Seiten',
    advert: 'Anzeige|Werbung|Unsere Partner',
    follow: 'Folgen Sie uns|Auch anderswo',
    skip: 'Zum Inhalt springen|Direkt zum Text',
    top: 'Nach oben|Seitenanfang',
    sort: 'Sortieren nach|Reihenfolge',
    tagline: 'Für neugierige Menschen|Gutes, gut erklärt|Lesenswertes seit 1998',
    buy: 'In den Warenkorb|Jetzt kaufen|Bestellen',
    readMore: 'Weiterlesen|Mehr dazu|Mehr',
    reply: 'Antworten|Erwidern',
    quote: 'Zitieren|Melden',
    writeComment: 'Kommentar schreiben|Was meinen Sie?',
    name: 'Name|Ihr Name',
    message: 'Nachricht|Ihr Text',
    send: 'Absenden|Senden',
    help: 'Hilfe|Fragen und Antworten',
    published: 'Veröffentlicht am|Stand|Geändert am',
    tags: 'Schlagwörter:|Stichwörter|Abgelegt unter',
    previous: 'Zurück|Vorige Seite|Älter',
    next: 'Weiter|Nächste Seite|Neuer',
    related: 'Verwandte Seiten|Das könnte Sie auch interessieren|Mehr zum Thema',
    pageOf: 'Seite {page} von {pages}|{page} / {pages}',
    author: 'Autor:|Von|Text:',
    price: 'Preis:|Unser Preis|Kosten',
    availability: 'Verfügbarkeit:|Lieferung|Lieferzeit:',
    description: 'Beschreibung|Über diesen Artikel|Einzelheiten',
    specification: 'Technische Daten|Eigenschaften',
    reviews: 'Bewertungen|Das sagen Kunden',
    seeAlso: 'Siehe auch|Zum Weiterlesen',
    summary: 'Zusammenfassung|Kurz gesagt|Überblick',
    comments: 'Kommentare|Leser schreiben|Diskussion',
    itemNumber: 'Artikelnummer:|Bestellnummer',
    example: 'Beispiel|Verwendung',
    parameters: 'Parameter|Argumente|Einstellungen',
    result: 'Rückgabewert|Ergebnis',
    note: 'Hinweis:|Bitte beachten:',
    wrote: 'schrieb:|meint:|antwortete:',
    address: 'Anschrift:|So finden Sie uns',
    phone: 'Telefon:|Rufen Sie an',
  },
  prose: {
    sentence: `{np} {vp} {when}. | {When} {vpInverted}. | {person} {said}, dass {np} {vpEnd}. | {np} {vp}, und {np} {vp}.
      | In {place} {verbFirst} {np} {rest}. | Rund {#20-980} {plural} {vpp}. | {np} aus {place} {vp}. | {topic} {vp}, {reason}.
      | Von den {#12-400} {pluralDat} in {place} {vpp2} {#2-11}. | {person}, {job} aus {place}, {said}, dass {topic} {vpEnd}.
      | {vingp} dauert {#2-59} {unit}, {reason}. | Niemand in {place} weiß, warum {np} {vpEnd}. | {np} und {np} {vpp} {when}.
      | Wer {vp3}, sollte wissen, dass {np} {vpEnd}. | {np} ist {adjBare}, {adjBare} und {adjBare}. | Ist {topic} wirklich {adjBare}?`,
    comment: `Die Stelle über {place} hat mir gefallen, danke. | Auch in {place} {verbFirst} {np} {rest}. | {person} hat recht: {np} {vp}.
      | Weiß jemand, ob {np} {vpEnd}? | Wir haben es {when} versucht, es dauerte {#2-40} {unit}. | Mein Nachbar, {job}, {said} das Gleiche.
      | Überzeugt mich nicht, denn {np} {vp}. | Nach {#2-20} Wochen läuft es immer noch.`,
    heading: `Hintergrund | Wie es weitergeht | Erste Ergebnisse | So funktioniert es | {adj} {plural} | Warum {topic} {vpEnd}
      | {plural} und {plural} | Was {place} lehrt | Kosten und {plural} | Vorbereitung | Ausblick | {person} über {plural} | Bevor es losgeht`,
    articleTitle: `{place}: {np} {vp} | {person} und {np} | {np} {vp} {when} | Wie {plural} in {place} {vpp3}
      | {#3-25} {adj} {plural} für {place} | Warum {np} {vpEnd} | {topic} zwischen {place} und {place} | {adj} {plural}: {np} {vp} | {vingp} in {place}`,
    productTitle: `{brand} {ware} {model} | {ware} {model}, {colour} | {ware} {brand} aus {material} | {brand} {ware} {#10-99} cm, {colour}
      | {ware} im {#2-12}er-Satz, {brand} {colour} | {material}-{ware} {brand} {model}`,
    documentationTitle: `{vingp} mit {module} | Das Modul {module} {#1-9}.{#0-20} | {module}: {plural} und {plural} | {module} einrichten: {plural}
      | {identifier} in {module} | Umstieg auf {module} {#2-9}: {plural} | {module} und {identifier}`,
    threadTitle: `{topic} in {place}: wer hat eine Idee? | {brand} {model}: {adjBare} oder {adjBare}? | {np} {vp}, bitte um Hilfe
      | {vingp}: {#2-30} {unit} zu lang? | Suche {adj} {plural} bei {place} | {brand} {ware} oder {brand} {ware} {model}?`,
    topic: '{np}|{np}|{np}',
    person: '{first} {last}',
    tag: '{plural}|{adj} {plural}|{ware}|{place}|{material}',
    advert: `{brand} {ware}: jetzt {#5-70} % günstiger | Nach {place} schon ab {#29-399} € | {adj} {plural} für weniger Geld: {brand}
      | {plural} vergleichen und {#20-400} € im Jahr sparen | {brand}. Seit {#1890-1999} für Sie da. | {brand} {#7-60} Tage kostenlos testen`,
    attribute:
      'Gewicht|Höhe|Breite|Material|Farbe|Leistung|Fassungsvermögen|Garantie|Herkunft|Lautstärke|Tiefe|Kabellänge|Altersgruppe|Marke',
    attributeValue:
      '{#2-900} g|{#2-240} cm|{material}|{colour}|{#5-2400} W|{#1-90} Liter|{#1-10} Jahre|{place}|{brand}|{#20-80} dB',
    stock:
      'Vorrätig, in {#1-5} Tagen bei Ihnen|Nur noch {#2-9} Stück|Lieferbar in {#2-8} Wochen|Zurzeit ausverkauft',
    cell: '{plural}|{adjBare}|{#1-4000}|{place}|{#1-99},{#0-9} %|{brand} {model}|{first}',
    identifier: '{stem}_{stem2}|{stem}{Stem2}|{module}.{stem}',
    stem: 'lies|schreib|oeffne|teile|pruefe|lade|sichere|finde|zaehle|kopiere|ordne|binde|sperre|sende|zeichne',
    stem2:
      'datei|zeile|block|schlange|rahmen|marke|verzeichnis|puffer|ebene|pfad|ereignis|weg|knoten|bereich|feld',
    Stem2:
      'Datei|Zeile|Block|Schlange|Rahmen|Marke|Verzeichnis|Puffer|Ebene|Pfad|Ereignis|Weg|Knoten|Bereich|Feld',
    module:
      'dohle|gitter|egge|zunder|kaimauer|sextant|fuchsbau|lot|weidling|spalier|schlussstein|niete|amboss',
    np: '{artNoun}|{artM} {adj} {nounM}|{artF} {adj} {nounF}|{artN} {adj} {nounN}|{artNoun} {where}|{artNoun} von {person}',
    artNoun: 'der {nounM}|die {nounF}|das {nounN}|jeder {nounM}|jede {nounF}|dieses {nounN}|unsere {nounF}',
    artM: 'der|dieser|jeder',
    artF: 'die|diese|jede',
    artN: 'das|dieses|jedes',
    nounM:
      'Hafen|Verein|Obstgarten|Bahnhof|Markt|Chor|Fluss|Turm|Ausschuss|Bericht|Keller|Vertrag|Leuchtturm|Stadtrat|Wald|Streit|Fahrplan',
    nounF:
      'Brücke|Bücherei|Bäckerei|Schule|Werkstatt|Laterne|Maschine|Eisenbahn|Reise|Umfrage|Wiese|Fähre|Klinik|Küche|Druckerei|Behörde',
    nounN:
      'Museum|Dorf|Tal|Theater|Rezept|Fest|Archiv|Gewächshaus|Gericht|Verfahren|Labor|Kraftwerk|Haus|Rathaus|Denkmal|Gutachten',
    plural: `Brücken|Gärten|Briefe|Schüler|Landwirte|Besucher|Urkunden|Häuser|Fachleute|Helfer|Werkzeuge|Fragen|Zahlen|Bäume|Motoren
      |Geschichten|Fotos|Fahrkarten|Fenster|Straßen|Übungen|Samen|Karten|Musiker|Nachbarn|Zeichnungen|Proben|Fahrräder|Räume`,
    pluralDat:
      'Brücken|Gärten|Briefen|Schülern|Landwirten|Häusern|Helfern|Werkzeugen|Bäumen|Straßen|Nachbarn|Räumen',
    adj: `alte|neue|stille|schmale|teure|berühmte|hölzerne|moderne|verborgene|verlässliche|fröhliche|schwere|sorgfältige|nördliche|örtliche
      |seltsame|einfache|helle|störrische|leere|großzügige|öffentliche|private|frühe|stämmige|runde|sparsame|seltene|nützliche|ferne`,
    adjBare:
      'alt|neu|still|schmal|teuer|berühmt|modern|verlässlich|fröhlich|schwer|sorgfältig|seltsam|einfach|hell|störrisch|leer|rund|selten|nützlich|robust',
    vp: `wurde von {person} repariert|hat {#2-60} Mitglieder verloren|zieht mehr {plural} an als zuvor|braucht {#2-40} neue {plural}
      |blieb {#2-50} {unit} geschlossen|arbeitet noch immer ohne {plural}|kostete mehr als erwartet|gehört {person}|hat den Namen gewechselt
      |öffnete bei {place}|überraschte sogar {person}|wurde {#2-30} Mal gemessen|ist nach {place} umgezogen|wächst jedes Jahr|wurde {colour} gestrichen`,
    vpInverted:
      'öffnete {np} bei {place}|kostete {np} mehr als erwartet|gehörte {np} noch {person}|wurde {np} {#2-30} Mal gemessen|verschwand {np} aus {place}',
    vpEnd: `von {person} repariert wurde|{#2-60} Mitglieder verloren hat|mehr {plural} anzieht als zuvor|{#2-40} neue {plural} braucht
      |{#2-50} {unit} geschlossen blieb|mehr kostete als erwartet|{person} gehört|nach {place} umgezogen ist|jedes Jahr wächst|{colour} gestrichen wurde`,
    verbFirst: 'öffnete|wartete|entstand|fehlte|erschien',
    rest: '{when}|nach {#2-50} {unit}n|ohne {plural}|wegen {pluralDat}|erst {when}',
    vpp: 'wurden gezählt|kamen aus {place}|warteten {#2-50} {unit}|fragten nach {pluralDat}|lernten von {pluralDat}|wirkten {adjBare}|blieben {adjBare}',
    vpp2: 'fehlten|blieben|verschwanden|gehörten {person}: genau|kamen',
    vpp3: 'gezählt wurden|warteten|fehlten|entstehen|verschwanden|{adjBare} bleiben',
    vp3: '{plural} repariert|{adj} {plural} sammelt|nach {place} reist|mit {pluralDat} arbeitet|{plural} vergleicht',
    vingp:
      '{plural} sortieren|{plural} zählen|{adj} {plural} vergleichen|{plural} pflanzen|{plural} bauen|{plural} umziehen',
    said: 'sagte|erklärte|schrieb|glaubt|versicherte|berichtete|hofft|bestritt|versprach',
    when: 'im Frühling|letzte Woche|jeden Morgen|nach dem Krieg|am Sonntag|im Jahr {#1871-2023}|vor dem Winter|in der Nacht|zweimal im Jahr|ohne Ankündigung|vor langer Zeit',
    When: 'Im Frühling|Letzte Woche|Nach dem Krieg|Am Sonntag|Im Jahr {#1871-2023}|Vor dem Winter|In der Nacht|Ohne Ankündigung|Am Ende|Diesen Monat',
    where:
      'bei {place}|zwischen {place} und {place}|am Fluss|auf der Insel|an der Grenze|in der Stadt|hinter der {nounF}',
    reason:
      'weil {np} {vpEnd}|obwohl {plural} {vpp3}|wie {person} {said}|damit {plural} {adjBare} bleiben|was wenige {plural} bemerkten',
    job: 'Lehrerin|Tischler|Ingenieurin|Bäcker|Historikerin|Seemann|Gärtner|Richterin|Maler|Krankenpfleger|Botanikerin',
    unit: 'Minuten|Stunden|Wochen|Seiten|Tage',
    brand:
      'Nordfels|Haldenau|Tessmer|Quellhorn|Brandwerk|Orlauf|Fennmark|Kastner & Sohn|Lumera|Windhaus|Pellworm|Sauer & Cie|Thamsen',
    model:
      '{letter}{letter}-{#100-990}|{#2-9}{#10-99}{letter}|{letter}{#1000-9800}|Serie {#2-9}|{letter}{#10-99} Plus',
    letter: 'A|B|C|D|E|F|G|H|K|L|M|N|P|R|S|T|V|W|X|Z',
    ware: 'Wasserkocher|Leuchte|Toaster|Bücherregal|Zelt|Rucksack|Bohrmaschine|Kamera|Schreibtisch|Sessel|Radio|Mixer|Sattel|Fernrohr|Herd|Uhr|Decke|Messer|Leiter',
    material: 'Eiche|Stahl|Leinen|Kupfer|Bambus|Leder|Wolle|Glas|Nussbaum|Aluminium|Kork|Schiefer',
    colour: 'weiß|schwarz|rot|meergrün|grau|gelb|dunkelblau|elfenbein|braun|silbern|orange|violett',
    place: `Altenbrück|Mühlhafen|Torgau-Süd|Ostermoor|Dünwiek|Salzfurt|Lerchenberg|Ellernhafen|Brackenau|Steinborn|Kräheneck|Harrstadt|Farnwald
      |Weißmoor|Königsholz|Rotenpfad|Nordwalde|Märzkreuz|Quarnbek|Silbertal|Otterndorf|Wexkamm|Übersee|Höxfeld`,
    first: `Anna|Martin|Klara|Josef|Edith|Samuel|Ruth|Walter|Nora|Peter|Alice|Georg|Mirjam|Thomas|Helene|Daniel|Agnes|Oskar|Judith|Philipp
      |Laura|Simon|Irene|Viktor|Esther|Jörg|Rosa|Leonhard|Käthe|Günther|Björn|Sören`,
    last: `Hartmann|Weißlock|Brenner|Oswald|Fährmann|Drommel|Keller|Eschenbach|Prüfer|Langer|Merz|Zöllner|Becker|Säger|Unterberg|Holzner
      |Gärtner|Winzer|Nordkreuz|Pempel|Dorn|Fink|Jäger|Kaltwasser|Dühring|Ostmann|Grübel|Möller|Schröder`,
  },
};
