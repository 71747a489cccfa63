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
 * 0 seen, 1 repeated, 2 share, 3 link, 4 blockLink, 5 within, 6 chars, 7 blockNew, 8 new1, 9 new2, 10 new3,
 * 11 steps, 12 mixedSteps, 13 pages, 14 presence, 15 newness, 16 known, 17 usualNew1, 18 usualNew2, 19 usualNew3,
 * 20 usualProse1, 21 usualProse2, 22 usualProse3, 23 repeatedAfter, 24 position, 25 alike, 26 placeShare,
 * 27 link1, 28 link2, 29 size1, 30 prose1, 31 prose2, 32 pageRepeated, 33 pageLinks, 34 shareHere, 35 control1,
 * 36 control2, 37 alone, 38 nav, 39 aside, 40 header, 41 footer, 42 main, 43 article, 44 hidden, 45 itemprop,
 * 46 heading, 47 title, 48 item, 49 cell, 50 preformatted, 51 control, 52 form, 53 time, 54 figure, 55 paragraph
 */
import type { Model } from './score.ts';
import { readTrees } from './trees.ts';

export const adaptiveModel: Model = {
  weights: [-3.84, 1.39, 1.58, 1.02, 0.66, 1.72, 1.1, 1.03, 2.33, 0.4, 1.98],
  siteTrees: readTrees(
    '37 .479;24 .04088;37 .95;0 1000000;15 .0086;34 .891;21 .9999884;37 -.23300001;19 0;37 1.2695;12 2.5;37 .7035;15 .654;19 .166275;32 .27835;37 -.572;19 .2466;15 .073;37 -.852;25 1.8;29 2;20 .00645;25 3.7;32 .14238;32 .46961;34 .9832;27 .049;22 0;32 .4311;22 .0577873;14 .6606;22 .991;17 .3224;20 .07296;42 .5;37 1.541;32 .1182;24 .868;24 .06246;14 .7195;24 .76754;14 .9999999;24 .50495;20 .000307;3 .6779;49 .5;33 .3;17 .0383;17 .5587;17 .86953;29 2.4;19 .38608;22 .000154;31 .6227;15 .4831;14 .99999994;25 3.2;14 .7804;32 .5673;24 .69463;14 .8597;26 .00705;12 1.5;23 .0211;16 4.37;20 .01407;37 -1.367;23 .4005;4 .711;24 .62064;23 .6933;24 .65748;20 .023075;37 -1.214;11 2.5;29 2.9;22 .37876;22 .49668;22 .999876;33 .15044;16 7;22 .9276;46 .5;48 .5;28 .1805;22 .45771;33 .2732;24 .80281;21 .8387;34 .99999994;28 .3444;32 .3166;17 .81976;28 .15444;21 .29528',
    'AAABACADAEAFADisgAffc6eyiHjmgAAAABACADAGADADiZgAdbfxgkgAjRgAAHAIAJADADAKADgvgAdVgAhpdsjUgAALAFAMANAOADADfldKi3fHizgAgQgAAPAQAFADARAJAKgHgAfEdEekiQi_gVASATAUADADAVAKf8gAdYgAhGd-iIgNAFACAWAXADAYADfOduhVgAisgbfdgAAZAJAaAbADADAcgEdvhsgAf0gAilgmAdAeAfADADAgAhfOgAiRgAfadWiJeeAPAQAKADADAiADgSgAd5gAiHfsfSgAAjAkADADAQADADhPgAgUeLibgAgAgAAlAmADADAJADADh4gAeOhTiigAgAgAAnAZAWADADAaADd9gAgZgAgNh-esgAAoABApADACADADh2gAeZgngZgAifgAAnAAAqADADArADeOgAgGgAhVe6hzgAAZAsAtADAuADADeYgAhlfQhigAfpgAAlABADADAvADADhrgAgaesh8gAgAgAAjAwADAvAxADADgAdyhveZhwgAgAgAAsATAyAzADADADhTgGePgAfLgAhzgAA0A1AZADADA2A3f5gAiCgAgNeOgmgBA4A5AsADA6ADADfFgAiNgAd8gAgZgAAjAmADADA7ADADg9gAe0guhigAgAgAAdA8ArADADADAsfmgAhVgAgvgAetgXA4A8AsADA9ADADfagAfqiBeMgAgTgAAZA0A-ADAfADADgUgAefgPhQgAfxgAA_ADAOADADADAvfCgAgAgAhYgAg-fRBAADA-ADADAnBBehgAgAgAfuhrgweXBCADBDADADBEBFe9gAgAgAfPgTf6hkBGAsBHADADBIADexgAgZgAgLfihWgABJADBKADADAwADfIgAgAgAf8hQfIgABLBHBMBNADADADefgAgbgAhfgAfogAAzA1BOADADBPADfkgAhQgAfzekgzgABQADA0ADADADBRfFgAgAgAh1gAeygsBSAyADADBTADADfjgAhSf4engAgAgABUBVBWADADADAzgHgAfLgAg5gAgefGBXAmADADALADADgqgAfJgSg4gAgAgABYBRADBZADADADe3gRgvgAgsgAgAgABSA4ADBaBbADADhLgCe6gdewgAgAgABAADBcADADA-ADeygAgAgAhPfofcgABdBeAnADADADAqgDgAe_gAfZgAf8hm',
  ),
  firstPageTrees: readTrees(
    '11 .5;6 4.97;49 .5;4 .5125;36 .0862;26 .4252;0 1000000;31 .07122;26 .10171;38 .5;42 .5;36 .000903;6 4.34;31 .5624;26 .04046;25 1;33 .0873;24 .5608;27 .3093;35 .126;33 .82;41 .5;31 .05167;26 .15185;24 .68542;28 .00327;31 .03864;6 7.41;6 5.14;36 .1668;33 .69;28 .3448;36 .0436;26 .18269;11 1.5;26 .212;48 .5;3 .591;6 4.8;24 .6019;46 .5;29 3;40 .5;25 3.4;44 .5;35 0;31 .99803;55 .5;36 0;26 .04764;27 .724;24 .80585;26 .014075;25 5.33;3 .2479;29 3.3;29 3.8;27 0;25 7.02;29 4.2;26 .009365;39 .5;25 1.8;27 .05546;25 6.62;25 3;6 3.9;28 .03704;52 .5;27 .143;25 4.47;30 .11923;29 1.8;26 .0290215;29 7.92;26 .318;3 .0527;4 0;29 7.02;26 .007572;4 .1668;4 .0385;24 .6437;25 3.6;33 .1245;26 .00461;24 .48006;6 4.3;29 2;30 .013872;29 6.23;33 .1125;43 .5;24 .439317;6 3.7;24 .52067;33 .2235;6 4.1;28 .02212',
    'AAABACADAEAFAGfYjHcCgZk9g3gdgAAHAAAIAJAKALAMgSkskhhxePiTelcBAAANAKAOAPAQARhkfBflcDg8j2f3h7ASATAUAVAGAKAGdlkRjDgAjZgueagAAWACAXAUAGAYAZikemeUgAe-hje8cyAAAaAbAcAdAeAGhufed6hvi6gTgYgAAfAgAJAVAXAhAGeGjxiEexhqebjhgAAiAJAGAVAGAGAGe1j6jUgAi0gAgAgAAjACAkAKAlAZAJh-f0dif4fbdTfriTAmACAnAoApAqAriGfcduf6eLh8hvfFANAJAAAsAGAtAuf8iyi0gAdwglfzh5AvAwAxAyAoARAzfNhJiifvf3hSeDgKAiAVAKA0AGAGAGhAfDjbgAiYgAgegAANACAwAUA1A2AKg8eSd8gCdsgOhue7AvACAnAoA3AOA4hJe4eDgCf1eJg2fHAiAwAKAVAKAGAGfIi2h1f4iDgAgUgAAMACAsA5AGAVAGgMhpfKgAfKidhxgAAFAzA6AqA7AGAGftichtgOdugAgEgAAJAsAGAVAGAGAGfdidhugAiMgAgAgAA8AoA9AGAGAJAGhjgAgBgAfch6jEgAANAUA-ACAGA_BAgpfMeYgAffhFeZgvAnAqBBBCAGAkBDgkfGh8gAhlgdglfoBEAVAGAJAGAGAGflhsibgAiagAgAgAAsAiAGBEBFAGAGfnhyfzhjhdgAgAgAA9AwAGAWAvAGAGgLfOhKfzi2gAgAgAA9AtAGAVBGAGAGfpiMhMgPiogAgAgABHBIAYBJAUBKAvgNe7gpezesgSg2fxBLAoAkBMBNBOAGgBhAfreceagCgbgABEAVAGAqAGAGAGfrhjiGgAhzgAgAgABPAoBAAGAGBQBRhFgAf-gAfbgSiPfYBSAqBTBAAGAKBDfcgrhcgAhhgRgyfaAVBUAGBAACAGAGe-gegSfFh9gAgAgABEBVAGAGAkAGAGg7gAfmgOhlgAgAgABWBXBBBYAkAkBDfQg-fDgFhEf_gqfoAFAoA6AwBZAGAGgFg0gCexedgAgMgAAFAoAkAvBZBaAGggfxgCe9eQfvgfgAAsBbAGBcACAGAGe4gNgNe8hDgAgAgAAzBEA1AJAGAKAGfqhPhMgAhUgFfqgABdAqBBBeAGBfBggdfThMgAf9guggfrAVBhAGBYBiAGAGfcg3gWfjhvgAgAgA',
  ),
};
