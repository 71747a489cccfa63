/**
 * What was fitted; written by `dehusk-lab fit`, not by hand. Fitted on:
 *
 *     50 sites of our corpus, 5635 pages
 *     620 single pages (wcxb-dev), for first pages: the Web Content eXtraction Benchmark of M. Foley,
 *     CC BY 4.0, github.com/Murrough-Foley/web-content-extraction-benchmark
 *
 * Of the trees first all questions, each the number of a fact and what it is compared with; then the trees
 * (`trees.ts`). The facts have these numbers:
 *
 * 0 seen, 1 repeated, 2 share, 3 leastRepeated, 4 link, 5 blockLink, 6 within, 7 chars, 8 newChars, 9 blockNew,
 * 10 new1, 11 new2, 12 new3, 13 steps, 14 usualSteps, 15 mixedSteps, 16 pages, 17 presence, 18 newness, 19 known,
 * 20 usualNew1, 21 usualNew2, 22 usualNew3, 23 usualProse1, 24 usualProse2, 25 usualProse3, 26 repeatedBefore,
 * 27 repeatedAfter, 28 position, 29 alike, 30 placeShare, 31 link1, 32 link2, 33 size1, 34 prose1, 35 prose2,
 * 36 pageRepeated, 37 pageLinks, 38 shareHere, 39 nav, 40 aside, 41 header, 42 footer, 43 main, 44 article,
 * 45 hidden, 46 itemprop, 47 heading, 48 title, 49 item, 50 cell, 51 preformatted, 52 control, 53 form, 54 time,
 * 55 figure, 56 paragraph
 */
import type { Model } from './score.ts';
import { readTrees } from './trees.ts';

export const adaptiveModel: Model = {
  weights: [-3.84, 1.39, 1.58, 1.02, 0.66, 1.72, 1.1, 1.03, 2.33, 0.4, 1.98],
  siteTrees: readTrees(
    '38 .9832;25 .000154;50 .5;17 .8597;13 1.5;32 .07935;0 1000000;25 .0577873;13 .5;17 .6606;23 .00362;29 3.2;23 .07296;22 .38608;38 .99999994;17 .7195;29 3.7;38 .891;4 .6779;31 .13406;17 .58733;23 .00645;36 .46961;28 .76754;28 .04088;30 .038219;20 .0383;28 .80281;31 .049;36 .27835;19 7;25 .999876;25 0;25 .167;28 .69463;24 0;33 2;29 2.6;43 .5;28 .868;12 .38644;27 .06305;23 .000307;37 .2732;7 3;8 5.58;34 .01272;47 .5;17 .9417;18 .4831;36 .14238;32 .15444;22 .575068;17 .7804;36 .4311;4 .3834;29 1.8;10 .40115;19 4.37;35 .9871;15 2.5;12 .51285;38 .1575;15 1.5;18 .33455;5 0;36 .5673;28 .06246;8 5.2;28 .50495;7 3.9;24 .0945;33 2.9;25 .87408;28 .62064;17 .9856;18 .8739;27 .6933;32 .4855;28 .65748;28 .085784;36 .1182;22 .74144;35 0;25 .37876;10 .68488;32 .7665;25 .9276;5 .1223;35 .12625;32 .1805;30 .008841;12 .6896;33 3;23 .18275;36 .3166;18 0;7 4.4;28 .30516;38 .66684;35 .179837',
    'AAABACADAEAFAGeejOdCfog-jOgLgAAAAHAIAJAKAGALeVh4fhdSfwgAjNghAIAHALAGAGAMANgTgAdXgAjKgGhieUAIAOAPAGAGAGAQdggAgNgAfWgAixfkARASATAGAUAVAWdogAebhjhkepi_gpAXAYAZAGAaAGAGi7gAgUdzjEgAg3gAARAbAcAEAGAGAddlgUhggAfsgAi_gmAHAeAfAGAgAKAMfFgAi7gGfrdYiaehAIAhAiAGAGAjAGghgAeGgAg_fSiigAAIAhAkAGAGAlAmgcgAeUgAgvd9iAf7AnAYAGAGAoAGAGiYgAgeeViXgAgAgAAHApAqAGArAGAsfngAiTgKg7gAg7eIACAtAuAvAGAGAGh-fUeOgAdlgAgcgAAXAYAwAGAEAGAGiAgAehf-f8gAiZgAAxACAyAzAGAGA0gPiBe-gAg-gAfmd3ALA1ASAGA2AGAGfNgAiWgYdegAgmgAA3A4AkA5AGAGAxhtgGeGgAfDgAiCgPAMA6A7AGA8AGAGesgAhdfTeygAgdgAASA4AkAwA9AGA-fzhdfgd-fGgAgah7AAABA_AGBABBAGgbgAgIefhugofygAALA1ASAGBCAGAGfXgAh5f_eAgAgUgAAiBDAwAGAEAGAGhPgAeof5gHgAh1gAACAvAGBEAGAGAGhlfOe4gAe2gAgAgAALBFASBGBHAGAGgofGiLgDeNgAgOgABIBJATBKAGAGBLeKgKg3gAflgAgRhlBMACAGAzAGAGAGfzhcfCgAfKgAgAgAACAvAGBIAGAGAGf6hme4gAfKgAgAgAALBNBOAGBPAGAGfngAgMiEefgAgFgAAnBQAGAGAoAGAGg8gAgce3hcgAgAgABRAGACAGAGBSAGhHgAgAgAg9e8eVgABRAGBIAGAGBTBUg9gAgAgAgKe3hEfpANBVAsAGAGAGBWgvgAf2gAgvgAe0grAeAGABAGAGAGBXfKgAgAgAhigAe4g1AABYA_AGBZAGAGfGgAfbgphLgAfygABaBbArAGAGAdBcgdgAfEgAhugHgiezAbBDAGAGAEAGAGgxgAfKgLg-gAgAgAAvAfAGBdAGAGAGfIhGhYgAe4gAgAgAALBeBfBgAGAGAGf6hZfYgAergAgLgAAPBhBiAGAGAGBCgCgAe1gAfjgAhrgMAPBjBFAGAGBkAGergAgYgAfMgfhPgA',
  ),
  firstPageTrees: readTrees(
    '13 .5;7 4.97;50 .5;5 .5125;30 .0669;30 .4252;0 1000000;35 .05167;7 7.41;39 .5;30 .10171;43 .5;35 .5624;29 1;37 .0873;28 .5608;31 .3093;30 .0290215;37 .82;33 4;45 .5;7 5.14;42 .5;30 .15185;13 1.5;32 .3448;33 4.2;31 .5767;29 2.4;28 .6437;52 .5;30 .01152;47 .5;30 .04046;30 .212;30 .009365;56 .5;33 3.4;7 4.34;33 2.4;41 .5;29 3;30 .318;33 7.92;4 .591;49 .5;28 .6019;30 .0059555;33 3.8;28 .48006;29 3.4;34 .11923;53 .5;29 6.62;28 .76716;30 .014075;35 .02956;37 .1698;28 .68542;44 .5;29 1.8;32 .06992;29 7.02;31 .09256;7 4.2;33 2;40 .5;28 .80585;29 5.6;37 .1245;33 3.3;37 .473;30 .654;5 .3057;29 4;33 1.8;33 7.02;7 4.1;4 .2479;28 .439317;32 .03704;32 .010117;30 .18269;37 .09925;31 .03095;35 .03864;30 .0035577;7 6.9;29 5.33;30 .04764',
    'AAABACADAEAFAGfYjHfAbyk9g3gdgAAAAHAIAJAKALAGgikoe2cGkUhggsgAAAAMALAJANAOAPfnkKfrcGgsjvfzh5AQARASATAUAVAGheeydQh5jQgseQgAAHACAWASAGAXAGigefeNgAfcc9kbgAAAAMAYAUAZAaAGfpi7dFgChnfOjIgAAbAcABAdAeASAXfeileGi3ixfghMefAZAfALAgAUACAhh3fVeUhqijefg8exAJAWAGAiAGAGAGf9dzj1gAjLgAgAgAAYAWALAJAGAGAGfDi1jogAisgAgqgAAMACAjAkAlAGAZhffwdZfxg0gAd5gPAmACAdAgAnAoApiCfqd0fmeeh_iBfyAYAWALAeAGAGAGfSi4jQgAiUgAgdgAAqACArALAsAtAGhafveBgTdwf1gfgAAkAgAuACAvAhAwhMeof8eWfzeEhCfJAJAxAGAoAyAGAGe1hnhOfsiWgAgAgAAzA0A1AJAGA2AGf6iLizgAeXgTg3gAAUA3AGAgAJAGAGhJfgfUh4h8gAgAgAAWAUAGA4A5AGAGgffTgeh3i0gAgAgAAFA6AtAoA7AGAGfniHhNgOeBgAgOgAAMASA8ACAGA9A-gre-eDgAfgg5ecg_A0AYAGAWA_AGAGfgiofuh1ibgAgAgAA0BAAGBBAWAGAGfjhMfciUiFgAgAgAAeAYAGAWA_AGAGfoiVf2hoiFgAgAgABCA0AGAoAGAGAGfrhqhpgAi9gAgAgABDAJBEAeAGALAGflhohngAhugUfmgABFA1ACAHAGASBGgJegg2gAgmeYeRgQANAgAPAGAGABBHhHgAfsgAgSfHgeflBCAUAGA1AGAGAGfqgphOgAiqgAgAgABIBJAGA1AgAGAGfthcg7e4eYgAgAgAAjAgAUAGAGAuBKhCgAf5gAfbgLhTgTAWAqAGBLBMAGAGfWgRe8gbiDgAgAgAA0ACAGBNBOAGAGgxf2eZf3hegAgAgABPA4ApBBBOAtBQfvgvfBgTg6fvg6fcBRAXBSBTBFBUAtfbgOgBiSfRgdengFAgAFBVAkA-AGAGgjfuelgaf-gAewgABWAGAwAGAGBXA1hEgAgAgAf0gtfOgkBDA0BYAoAGALAGfqhVhIgAhVgDfmgAAuAoApA1AGALBQfjgnhSgAhLf6gvfhAWAeAGBZAGAGAGgEfshXgAh0gAgAgA',
  ),
};
