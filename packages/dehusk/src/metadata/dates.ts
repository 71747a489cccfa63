/**
 * Dates as pages write them, in ISO 8601: a day, or a time of day with the zone that was given, and none if none was. A
 * date that could mean two days (03/04/2024) means none: nothing is invented.
 */

/** Undefined for what is no date, or not certainly one. */
export function toIsoDate(text: string): string | undefined {
  const written = text.trim();
  if (written.length < 6 || written.length > 64) return undefined;
  return fromIso(written) ?? fromNumbers(written) ?? fromWords(written);
}

/** Some write the name of the zone behind its numbers: `-0300 -03`, `+0200 CEST`. */
const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[T ]|\s+at\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})(?:\s+(?:[A-Z]{2,5}|[+-]\d{2,4}))?)?)?$/i;

function fromIso(text: string): string | undefined {
  const match = iso.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, zone] = match;
  return compose({ year: Number(year), month: Number(month), day: Number(day), hour, minute, second, zone });
}

/** Numbers whose order leaves no doubt: the year first, or dots, or a day above 12. */
function fromNumbers(text: string): string | undefined {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})\b/.exec(text);
  if (compact !== null) return dayOf(compact[1]!, compact[2]!, compact[3]!);
  const cjk = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/.exec(text);
  if (cjk !== null) return dayOf(cjk[1]!, cjk[2]!, cjk[3]!);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/.exec(text);
  if (dotted !== null) return dayOf(dotted[3]!, dotted[2]!, dotted[1]!);
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b/.exec(text);
  if (slashed === null) return undefined;
  const [first, second, year] = [Number(slashed[1]), Number(slashed[2]), slashed[3]!];
  if (first > 12 || first === second) return dayOf(year, String(second), String(first));
  return second > 12 ? dayOf(year, String(first), String(second)) : undefined;
}

/** A day, a month by its name in one of the languages below, and a year; a time behind them, if it has a zone. */
function fromWords(text: string): string | undefined {
  const words =
    text
      .toLowerCase()
      .replace(/(\d)(?:st|nd|rd|th|er|ero|º|ª)\b/g, '$1')
      .match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  let month: number | undefined;
  let monthAt = -1;
  for (const [i, word] of words.entries()) {
    month = monthNumber(word);
    if (month === undefined) continue;
    monthAt = i;
    break;
  }
  if (month === undefined) return undefined;
  const numbers = words.map((word) => (/^\d+$/.test(word) ? word : undefined));
  const yearAt = numbers.findIndex((number) => number?.length === 4);
  if (yearAt === -1) return undefined;
  // The day stands next to the month, with at most a particle between: 5 de marzo, March 5.
  const day = [monthAt - 1, monthAt + 1, monthAt - 2]
    .map((at) => numbers[at])
    .find((number) => number && number.length <= 2);
  if (day === undefined) return undefined;
  const time = /(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(Z|UTC|GMT|[+-]\d{4}|[+-]\d{2}:\d{2})/.exec(text);
  const [, hour, minute, second, zone] = time ?? [];
  return compose({ year: Number(words[yearAt]), month, day: Number(day), hour, minute, second, zone });
}

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour?: string | undefined;
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  readonly zone?: string | undefined;
}

function dayOf(year: string, month: string, day: string): string | undefined {
  return compose({ year: Number(year), month: Number(month), day: Number(day) });
}

function compose({ year, month, day, hour, minute, second, zone }: DateParts): string | undefined {
  // The web has no older pages; year 1 and the like are what empty fields become.
  if (year < 1990 || year > 2100 || month < 1 || month > 12 || day < 1) return undefined;
  if (day > 28 && day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return date;
  return `${date}T${twoDigits(hour)}:${minute}:${second ?? '00'}${spellZone(zone)}`;
}

function spellZone(zone: string | undefined): string {
  if (zone === undefined) return '';
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

function twoDigits(number: number | string): string {
  return String(number).padStart(2, '0');
}

// Names of months

/**
 * In 34 languages, in full and short, alone and in a date, as CLDR has them; a name of two different months is left out.
 * Asking the platform for them takes a tenth of a second.
 */
// biome-ignore format: a list of words
const monthNames = [
  `january jan januar janvier janv enero ene gennaio gen janeiro januari tammikuuta tammikuu tammi
   stycznia styczeń sty ledna leden led januára január siječnja siječanj sij ianuarie ian януари января
   январь янв січня січень січ студзеня студзень сту ιανουαρίου ιαν ocak oca gener jaanuar jaan
   janvāris sausio sausis يناير ژانویه ינואר जनवरी`,
  `february feb februar février févr febrero febbraio fevereiro fev februari helmikuuta helmikuu helmi
   lutego luty lut února únor úno februára február veljače veljača velj febr februarie февруари февраля
   февраль февр лютого лютий лют лютага люты φεβρουαρίου φεβ şubat şub febrer veebruar veebr februāris
   vasario vasaris فبراير فوریه פברואר फ़रवरी`,
  `march mar märz mär mars marzo março maart mrt marts maaliskuuta maaliskuu maalis marca marzec března
   březen bře marec ožujka ožujak ožu március márc martie март марта мар березня березень бер сакавіка
   сакавік сак μαρτίου μαρ mart maret març märts kovo kovas مارس מרץ मार्च`,
  `april apr avril avr abril abr aprile huhtikuuta huhtikuu huhti kwietnia kwiecień kwi dubna duben dub
   apríla apríl travnja travanj tra április ápr aprilie април апреля апрель апр квітня квітень квіт
   красавіка красавік кра απριλίου απρ nisan nis aprill aprīlis balandžio balandis أبريل آوریل אפריל
   अप्रैल`,
  `may mai mayo maggio mag maio mei maj toukokuuta toukokuu touko maja května květen kvě mája máj
   svibnja svibanj svi május май мая травня травень трав μαΐου μαΐ mayıs maig maijs gegužės gegužė مايو
   מאי`,
  `june jun juni juin junio giugno giu junho kesäkuuta kesäkuu kesä czerwca czerwiec cze června červen
   čvn júna jún junij lipnja lipanj június iunie iun юни июня июнь июн червня червень черв чэрвеня
   чэрвень чэр ιουνίου ιουν haziran haz juny juuni jūnijs jūn birželio birželis يونيو ژوئن יוני जून`,
  `july jul juli juillet juil julio luglio lug julho heinäkuuta heinäkuu heinä lipca lipiec července
   červenec čvc júla júl julij srpnja srpanj július iulie iul юли июля июль июл липня липень лип ліпеня
   ліпень ліп ιουλίου ιουλ temmuz tem juliol juuli jūlijs jūl liepos liepa يوليو ژوئیه יולי जुलाई`,
  `august aug août agosto ago augustus augusti elokuuta elokuu elo sierpnia sierpień sie srpna srpen
   augusta avgust avg kolovoza kolovoz kol augusztus август августа авг серпня серпень серп жніўня
   жнівень жні αυγούστου αυγ ağustos ağu agustus agu agost augusts rugpjūčio rugpjūtis أغسطس اوت אוגוסט
   अगस्त`,
  `september sep sept septembre septiembre settembre set setembro syyskuuta syyskuu syys września
   wrzesień wrz září zář septembra rujna rujan ruj szeptember szept septembrie септември сентября
   сентябрь сент вересня вересень вер верасня верасень σεπτεμβρίου σεπ eylül eyl setembre septembris
   rugsėjo rugsėjis سبتمبر سپتامبر ספטמבר सितंबर`,
  `october oct oktober okt octobre octubre ottobre ott outubro out lokakuuta lokakuu loka października
   październik paź října říjen říj októbra október octombrie октомври октября октябрь окт жовтня
   жовтень жовт кастрычніка кастрычнік кас οκτωβρίου οκτ ekim eki oktoober oktobris spalio spalis
   أكتوبر اکتبر אוקטובר अक्टूबर`,
  `november nov novembre noviembre novembro marraskuuta marraskuu marras listopadu novembra studenoga
   studeni stu noiembrie ноември ноября ноябрь нояб листопада листопад лист лістапада лістапад ліс
   νοεμβρίου νοε kasım kas novembris lapkričio lapkritis نوفمبر نوامبر נובמבר नवंबर`,
  `december dec dezember dez décembre déc diciembre dic dicembre dezembro desember des joulukuuta
   joulukuu joulu grudnia grudzień gru prosince prosinec pro decembra prosinca prosinac decembrie
   декември декабря декабрь дек грудня грудень груд снежня снежань сне δεκεμβρίου δεκ aralık ara
   desembre detsember dets decembris gruodžio gruodis ديسمبر دسامبر דצמבר दिसंबर`,
];

let months: ReadonlyMap<string, number> | undefined;

function monthNumber(word: string): number | undefined {
  months ??= new Map(
    monthNames.flatMap((names, i) => names.split(/\s+/).map((name) => [name, i + 1] as const)),
  );
  return months.get(word);
}
