import type { Language } from '../language.ts';

export const english: Language = {
  code: 'en',
  direction: 'ltr',
  bytesPerCharacter: 1,
  space: ' ',
  months: 'January|February|March|April|May|June|July|August|September|October|November|December',
  date: '{month} {day}, {year}',
  money: 'USD {amount}',
  sections:
    'Travel|Garden|Science|Music|Sport|Business|Kitchen|Health|Culture|Technology|Outdoors|Home|Books|Energy|Family|Photography',
  subsections: `Guides|Tools|Beginners|Workshop|Regional|Archive|Interviews|Seasonal|Equipment|Events|Projects|Opinion
    |Materials|Practice|Research|Travellers|Weekend|Classics|Storage|Lighting|Water|Winter|Summer|Repairs|Advanced|Portraits`,
  phrases: {
    home: 'Home|Start|Front page',
    menu: 'Menu|Navigation|Browse',
    search: 'Search|Find|Go',
    searchIn: 'Search in|Look in',
    everywhere: 'Everything|All areas',
    login: 'Log in|Sign in|My account',
    register: 'Register|Create account|Join us',
    cart: 'Basket|Shopping cart|Your bag',
    cookies:
      'We use cookies to keep this site running and to see which pages are read. You can change your mind at any time.|This website stores small files on your device. Some are needed, others help us to improve our service.',
    accept: 'Accept all|Agree and close|Got it',
    newsletter: 'Newsletter|Stay informed|News by mail',
    newsletterText:
      'Once a week, the best of our pages in your mailbox. No advertising, and you can leave whenever you like.|Be the first to hear about new arrivals and offers. Unsubscribe with one click.',
    subscribe: 'Subscribe|Sign me up',
    email: 'E-mail address|Your e-mail',
    share: 'Share this page|Tell a friend|Share',
    print: 'Print version|Print this page',
    about: 'About us|Who we are|The team',
    contact: 'Contact|Get in touch|Write to us',
    imprint: 'Legal notice|Publisher',
    privacy: 'Privacy policy|Data protection',
    terms: 'Terms of use|Conditions',
    rights:
      'All rights reserved. Reprint only with our permission.|Made with care by a small team. All rights reserved.',
    visitors: 'Visitors so far: {count}|{count} visits since the start',
    online: '{count} guests online|Readers right now: {count}',
    generated: 'Page created in {seconds} seconds|Rendered in {seconds} s',
    today: 'Today is {date}|{date}: good to see you',
    latest: 'Latest entries|New on this site|Recently added',
    advert: 'Advertisement|Sponsored|Our partners',
    follow: 'Follow us|Find us elsewhere',
    skip: 'Skip to content|Jump to the main text',
    top: 'Back to top|Up',
    sort: 'Sort by|Order by',
    tagline: 'Notes for curious people|Good things, well explained|Everything worth keeping since 1998',
    buy: 'Add to basket|Buy now|Order today',
    readMore: 'Read more|Continue reading|More',
    reply: 'Reply|Answer',
    quote: 'Quote|Report',
    writeComment: 'Leave a comment|What do you think?',
    name: 'Name|Your name',
    message: 'Message|Your text',
    send: 'Send|Submit',
    help: 'Help|Questions and answers|Support',
    published: 'Published on|Posted|Updated',
    tags: 'Tags:|Filed under|Keywords:',
    previous: 'Previous|Older|Back',
    next: 'Next|Newer|Forward',
    related: 'Related pages|You may also like|More on this subject',
    pageOf: 'Page {page} of {pages}|{page} / {pages}',
    author: 'Author:|Written by|Text:',
    price: 'Price:|Our price|Costs',
    availability: 'Availability:|In stock?|Delivery',
    description: 'Description|About this item|Details',
    specification: 'Specification|Technical data|Properties',
    reviews: 'Reviews|What customers say|Ratings',
    seeAlso: 'See also|Further reading',
    summary: 'Summary|In short|Overview',
    comments: 'Comments|Readers write|Discussion',
    itemNumber: 'Item number:|Order code|Article no.',
    example: 'Example|Usage',
    parameters: 'Parameters|Arguments|Options',
    result: 'Return value|Returns|Result',
    note: 'Note:|Please note:|Hint:',
    wrote: 'wrote:|says:|answered:',
    address: 'Address:|Where to find us',
    phone: 'Telephone:|Call us',
  },
  prose: {
    sentence: `{np} {vp} {when}. | {when}, {np} {vp}. | {person} {said} that {np} {vp}. | {np} {vp}, while {np} {vp}.
      | In {place}, {np} {vp} {when}. | About {#20-980} {plural} {vpp} {where}. | {connector}, {np} {vp} {where}.
      | {np} of {place} {vp}, {reason}. | {topic} {vp}, {reason}. | {connector}, {topic} {vp} {when}.
      | Of the {#12-400} {plural} {where}, {#2-11} {vpp}. | {person}, {job} from {place}, {said} that {topic} {vp}.
      | {vingp} {takes} {#2-59} {unit}, {reason}. | Nobody in {place} knows why {np} {vp}. | {np} and {np} {vpp} {when}.
      | Whoever {vp3} {when} should know that {np} {vp}. | {np} {vp}: {adj}, {adj} and {adj}. | Is {topic} really {adj}?`,
    comment: `I {liked} the part about {topic}, thank you. | In {place} {np} {vp} as well. | {person} is right, {np} {vp}.
      | Does anybody know whether {np} {vp} {when}? | We tried it {when} and it took {#2-40} {unit}. | {connector}, {np} {vp}.
      | My neighbour, {job}, {said} the same. | Not convinced: {np} {vp}, {reason}. | After {#2-20} {unit} it still works.`,
    heading: `Background | What comes next | First results | How it works | The {noun} in detail | A {adj} {noun}
      | Why {topic} matters | {plural} and {plural} | Lessons from {place} | Costs and {plural} | Preparation | Outlook
      | Questions about {topic} | {person} on {topic} | Before you start | The {adj} way`,
    articleTitle: `{place}: {np} {vp} | {person} and the {adj} {noun} | {np} {vp} {when} | How {plural} {vpp} in {place}
      | {#3-25} {adj} {plural} for {place} | Why {np} {vp} | The {adj} {noun} of {person} | {topic} after {#2-60} {unit}
      | A {noun} between {place} and {place} | Return of the {adj} {noun} | {vingp} in {place}: {adj} or {adj}?`,
    productTitle: `{brand} {ware} {model} | {material} {ware} {brand} {model} | {ware} {model}, {colour} | {adj} {ware} {brand}, {material}
      | {brand} {ware} {#10-99} cm, {colour} | {ware} set of {#2-12}, {brand} {colour} | {colour} {ware} {model} by {brand}`,
    documentationTitle: `{vingp} with {module} | The {module} module {#1-9}.{#0-20} | {module}: {plural} and {plural}
      | Configuring {module} for {adj} {plural} | {identifier} in {module} | Moving {plural} to {module} {#2-9} | {module} and {identifier}`,
    threadTitle: `{topic} in {place}: any ideas? | Why {vp3} {np}? | {brand} {model}: {adj} or {adj}? | {np} {vp} - help needed
      | {vingp}: {#2-30} {unit} too slow? | Looking for {adj} {plural} near {place} | {brand} {ware} or {brand} {ware} {model}?`,
    topic: '{np}|the {adj} {noun}|the {noun}',
    person: '{first} {last}|{first} {last}|{first} {initial}. {last}',
    tag: '{noun}|{plural}|{adj} {plural}|{ware}|{place}',
    advert: `{brand} {ware}: now {#5-70} % off | Fly to {place} from {#29-399} dollars | {adj} {plural} for less: {brand}
      | Compare {plural} and save {#20-400} a year | {brand}. The {adj} choice since {#1890-1999}. | Try {brand} free for {#7-60} days`,
    attribute:
      'Weight|Height|Width|Material|Colour|Power|Capacity|Guarantee|Origin|Noise level|Depth|Cable length|Age group|Brand',
    attributeValue:
      '{#2-900} g|{#2-240} cm|{material}|{colour}|{#5-2400} W|{#1-90} litres|{#1-10} years|{place}|{brand}|{#20-80} dB',
    stock: 'In stock, ready in {#1-5} days|Only {#2-9} left|Delivery in {#2-8} weeks|Sold out until {month}',
    month: 'March|May|June|August|October',
    cell: '{noun}|{adj}|{#1-4000}|{place}|{#1-99}.{#0-9} %|{brand} {model}|{first}',
    identifier: '{stem}_{stem2}|{stem}{Stem2}|{module}.{stem}',
    stem: 'read|write|open|merge|split|parse|load|save|find|count|move|copy|sort|scan|bind|lock|push|drop|draw|send',
    stem2:
      'file|row|block|queue|frame|token|index|buffer|layer|path|label|event|route|cache|chunk|node|range|field',
    Stem2:
      'File|Row|Block|Queue|Frame|Token|Index|Buffer|Layer|Path|Label|Event|Route|Cache|Chunk|Node|Range|Field',
    module:
      'corvid|lattice|harrow|tinderbox|quayside|marlin|sextant|burrow|plumb|gantry|osier|trellis|keystone|rivet',
    np: 'the {noun}|the {adj} {noun}|a {adj} {noun}|every {noun}|the {noun} {where}|this {adj} {noun}|our {noun}|the {noun} of {person}',
    noun: `bridge|council|harbour|orchard|library|museum|engine|village|bakery|valley|school|market|workshop|choir|river
      |station|theatre|lantern|recipe|machine|festival|committee|archive|printer|greenhouse|railway|court|journey|survey|method
      |tower|battery|kitchen|studio|forest|report|lighthouse|laboratory|schedule|debate|cellar|meadow|ferry|clinic|contract`,
    plural: `bridges|gardens|letters|students|farmers|visitors|records|houses|experts|volunteers|tools|questions|numbers|trees
      |engines|stories|photographs|tickets|windows|roads|lessons|seeds|maps|musicians|neighbours|drawings|samples|bicycles|rooms`,
    adj: `old|new|quiet|narrow|costly|famous|wooden|modern|hidden|reliable|cheerful|heavy|careful|northern|local|strange|simple
      |bright|stubborn|empty|generous|public|private|early|sturdy|curious|silent|round|thrifty|rare|useful|distant|gentle|plain|solid`,
    vp: `was repaired by {person}|has lost {#2-60} members|attracts more {plural} than before|needs {#2-40} new {plural}
      |was closed for {#2-50} {unit}|still works without {plural}|cost more than expected|belongs to {person}|changed its name
      |opened near {place}|surprised even the {adj} {plural}|was measured {#2-30} times|moved to {place}|grows every year
      |depends on {adj} {plural}|was painted {colour}|won the {adj} prize|failed the first test|is shown in {place}|became a {adj} {noun}`,
    vpp: `were counted|have moved to {place}|prefer {adj} {plural}|waited for {#2-50} {unit}|came from {place}|ask for {plural}
      |disagree with {person}|learned from {plural}|were sold within {#2-30} {unit}|share one {noun}|look {adj}|remain {adj}`,
    vp3: 'repairs {plural}|collects {adj} {plural}|travels to {place}|works with {plural}|visits the {noun}|compares {plural}',
    vingp:
      'sorting {plural}|repairing a {adj} {noun}|counting {plural}|planting {plural}|comparing {adj} {plural}|building a {noun}|moving the {noun}',
    takes: 'takes|took|should take|rarely takes',
    said: 'said|explained|wrote|believes|is certain|reported|hopes|denied|remembers|promised',
    liked: 'enjoyed|liked|did not expect|doubted|needed',
    when: `in spring|last week|every morning|after the war|on Sunday|in {#1871-2023}|before winter|at night|for {#2-60} {unit}|since {#1950-2022}
      |twice a year|during the {noun}|without notice|long ago|in the end|this month`,
    where:
      'near {place}|behind the {noun}|in the {adj} {noun}|between {place} and {place}|along the river|on the island|at the border|in town|under the {noun}',
    reason:
      'because the {noun} was {adj}|although {plural} are {adj}|as {person} predicted|so that {plural} remain {adj}|since {place} has no {noun}|which few {plural} noticed',
    connector:
      'However|In other words|Meanwhile|For this reason|As a rule|By contrast|To begin with|Even so|In fact|Later|Once again|At first sight',
    job: 'a teacher|a carpenter|a nurse|an engineer|a baker|a historian|a sailor|a gardener|a printer|a judge|a painter|a botanist',
    unit: 'minutes|hours|days|weeks|months|years|pages|miles',
    brand:
      'Norvik|Halden|Tessaro|Quillon|Brightwell|Orlanda|Fenmark|Castor & Pike|Lumera|Windrush|Ambleford|Pellworm|Sorrel|Tamsin',
    model:
      '{letter}{letter}-{#100-990}|{#2-9}{#10-99}{letter}|{letter}{#1000-9800}|Mark {#2-9}|{letter}{#10-99} Plus',
    letter: 'A|B|C|D|E|F|G|H|K|L|M|N|P|R|S|T|V|W|X|Z',
    ware: 'Kettle|Lamp|Toaster|Bookshelf|Tent|Backpack|Drill|Camera|Desk|Armchair|Radio|Mixer|Saddle|Telescope|Stove|Clock|Blanket|Knife|Ladder|Speaker',
    material: 'oak|steel|linen|copper|bamboo|leather|wool|glass|walnut|aluminium|cork|slate',
    colour: 'white|black|red|sea green|grey|yellow|dark blue|ivory|brown|silver|orange|violet',
    place: `Ashbury|Millhaven|Torrance Bay|Eastmere|Dunwick|Saltford|Larkhill|Port Ellery|Brackley|Stonewell|Crowden|Harrowgate
      |Fernside|Loch Arden|Whitmoor|Kingsholt|Redpath|Northwold|Marlow Cross|Penhallow|Quarrington|Silverdale|Ottery|Wexcombe`,
    first: `Anna|Martin|Clara|Joseph|Edith|Samuel|Ruth|Walter|Nora|Peter|Alice|George|Miriam|Thomas|Helen|Daniel|Agnes|Oscar|Judith|Philip
      |Laura|Simon|Irene|Victor|Esther|Hugh|Rosa|Leonard|Grace|Adam`,
    last: `Harper|Whitlock|Brennan|Osgood|Fairley|Drummond|Keller|Ashworth|Pruitt|Langley|Mercer|Tolliver|Beckett|Sayers|Underhill
      |Hollis|Garrick|Winslow|Norcross|Pemberton|Thorne|Vickers|Yardley|Calloway|Duffield|Eastman|Finch|Groves`,
    initial: 'A|B|C|D|E|F|G|H|J|K|L|M|R|S|T|W',
  },
};
