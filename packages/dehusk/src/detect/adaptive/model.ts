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
 * 36 pageRepeated, 37 pageLinks, 38 shareHere, 39 alone, 40 nav, 41 aside, 42 header, 43 footer, 44 main,
 * 45 article, 46 hidden, 47 itemprop, 48 heading, 49 title, 50 item, 51 cell, 52 preformatted, 53 control,
 * 54 form, 55 time, 56 figure, 57 paragraph
 */
import type { Model } from './score.ts';
import { readTrees } from './trees.ts';

export const adaptiveModel: Model = {
  weights: [-3.84, 1.39, 1.58, 1.02, 0.66, 1.72, 1.1, 1.03, 2.33, 0.4, 1.98],
  siteTrees: readTrees(
    '39 .748;28 .04088;0 1000000;18 .0086;39 .505;39 1.2635;29 1;38 .9832;39 .9765;39 1.572;28 .80281;39 .19500002;2 .958;25 .0577873;38 .66684;39 -.925;38 .891;15 2.5;18 .05;33 2;23 .00645;29 3.7;25 0;36 .46961;39 -1.09;25 .000154;36 .1182;22 0;28 .06246;23 .023075;28 .69463;28 .868;18 .4831;17 .9417;23 .07296;25 .9276;17 .7195;31 .00775;19 9.64;7 3;37 .3;23 .00362;39 -.456;33 2.4;33 3;36 .27835;29 3.2;17 .7804;4 .6779;36 .4311;27 .6933;30 .00705;35 .99727;36 .1777;29 1.8;22 .38608;12 .51285;22 .2466;35 .6227;28 .73153;15 1.5;13 1.5;39 1.8255;28 .76754;17 .8597;20 .1696;9 .9187;20 .5587;20 .0383;25 .991;20 .86953;21 .668;51 .5;19 4.37;25 .167;27 .4005;25 .87408;12 .38644;15 .5;39 -.7365;13 2.5;33 2.9;28 .65748;25 .37876;25 .49668;25 .999876;37 .15044;19 7;48 .5;32 .1805;25 .45771;37 .2732;17 .9856;36 .3166;28 .30516;36 .5673;32 .15444;23 .03644',
    'AAABACACADACACjLgAfpc6jPgAgAgAAEABAFACAGAHACiNgAfsdZeniMjmgAAIABAJACAKACACikgAdfhhhAgAjhgAALAMAFANACAOACf1dFhCgAeoh3jDgAAPACAQACACAJARdigAgAgAeyiYi9gFAPASATACACAUARfTgAdZgAhNd8iKgHAQAFAVAWACAXACgIdihugAirgafcgAAYACAQACACAZARdygAgAgAhce4iQf9AIAaAJACAbACAChZgAgvd_gTgAingAAEAcAdACAeACAChSgAd_g_hzgAf8gAAfAEACAbAgACACgteOhTfpiagAgAgAAZAhAiACACAjACfMgAirgAe0iGeCgAAkAOAlACACACARd3gAgSgAe0gAh8fpANAmAnACAoACApfdgAiUgbhCgAgfeGAHAqArACAsACAtecgAfRg2gLgAiQgfAuAvAwACAxACACe-gAiigTdtgAgbgAAyAwAuACACAzACeTgAgigAgPh2fKgAAJA0ACA1ACACACgweqhRgAh5gAgAgAAwA2ArA3A4ACAChZf7fieHfHgAhsgAA5A6A1ACACACAgfwgAh5gAhMgAgCd2AQA7A8A9ACAxACejfwgmgAh_gIf4gAA-AcACACA_ACACg-gAe8gzhzgAgAgAANBABBACACACAwfqgAhYgAg9gAeegUBCBDACBEAtACAChDejiMgCe9gAgAgAAHAZA8ACBFACACgagAehgNhPgAf5gABGBHACBIACACACgqeXhhgAesgAgAgABJACAgACACBIBKemgAgAgAhbfqgle1BLAwAeACACBMACetgAgUgAfggahdgAAfBNACACBOACACgugAgOe7hYgAgAgABPACBQACACAkACfagAgAgAfuhUfBgABRBSBTBUACACACekf-gmgAhWgAfrgAA3A6BVACACBWACfsgAhXgAfzeggygABXACAZACACACAifIgAgAgAhwgAgYefBYArACACAkACACfjgAf2hVemgAgAgABZBaBbACACBcA3f-gAfKgAgLhRgjfOAaACAFACACAwACg3gAgAgAfBgFg7gABVAsACA2ACACACgAemgrgAgygAgAgABYAuACBcBdACACfxhte2gYexgAgAgAAkAEBeACACACBfe8gAgBgAfmgAhfgCBgBhBVACACA4ACgSgAeygAgtfRhLgA',
  ),
  firstPageTrees: readTrees(
    '13 .5;7 4.97;51 .5;5 .5125;30 .0669;30 .4252;0 1000000;35 .05167;7 7.41;40 .5;30 .10171;44 .5;35 .5624;29 1;37 .0873;28 .5608;31 .3093;30 .0290215;37 .82;33 4;46 .5;7 5.14;43 .5;30 .15185;13 1.5;32 .3448;33 4.2;31 .5767;29 2.4;28 .6437;53 .5;30 .01152;48 .5;30 .04046;30 .212;30 .009365;57 .5;33 3.4;7 4.34;33 2.4;42 .5;29 3;30 .318;33 7.92;4 .591;50 .5;28 .6019;30 .0059555;33 3.8;28 .48006;29 3.4;34 .11923;54 .5;29 6.62;28 .76716;30 .014075;35 .02956;37 .1698;28 .68542;45 .5;29 1.8;32 .06992;29 7.02;31 .09256;7 4.2;33 2;41 .5;28 .80585;29 5.6;37 .1245;33 3.3;37 .473;30 .654;5 .3057;29 4;33 1.8;33 7.02;7 4.1;4 .2479;28 .439317;32 .03704;32 .010117;30 .18269;37 .09925;31 .03095;35 .03864;30 .0035577;7 6.9;29 5.33;30 .04764',
    'AAABACADAEAFAGfYjHfAbyk9g3gdgAAAAHAIAJAKALAGgikoe2cGkUhggsgAAAAMALAJANAOAPfnkKfrcGgsjvfzh5AQARASATAUAVAGheeydQh5jQgseQgAAHACAWASAGAXAGigefeNgAfcc9kbgAAAAMAYAUAZAaAGfpi7dFgChnfOjIgAAbAcABAdAeASAXfeileGi3ixfghMefAZAfALAgAUACAhh3fVeUhqijefg8exAJAWAGAiAGAGAGf9dzj1gAjLgAgAgAAYAWALAJAGAGAGfDi1jogAisgAgqgAAMACAjAkAlAGAZhffwdZfxg0gAd5gPAmACAdAgAnAoApiCfqd0fmeeh_iBfyAYAWALAeAGAGAGfSi4jQgAiUgAgdgAAqACArALAsAtAGhafveBgTdwf1gfgAAkAgAuACAvAhAwhMeof8eWfzeEhCfJAJAxAGAoAyAGAGe1hnhOfsiWgAgAgAAzA0A1AJAGA2AGf6iLizgAeXgTg3gAAUA3AGAgAJAGAGhJfgfUh4h8gAgAgAAWAUAGA4A5AGAGgffTgeh3i0gAgAgAAFA6AtAoA7AGAGfniHhNgOeBgAgOgAAMASA8ACAGA9A-gre-eDgAfgg5ecg_A0AYAGAWA_AGAGfgiofuh1ibgAgAgAA0BAAGBBAWAGAGfjhMfciUiFgAgAgAAeAYAGAWA_AGAGfoiVf2hoiFgAgAgABCA0AGAoAGAGAGfrhqhpgAi9gAgAgABDAJBEAeAGALAGflhohngAhugUfmgABFA1ACAHAGASBGgJegg2gAgmeYeRgQANAgAPAGAGABBHhHgAfsgAgSfHgeflBCAUAGA1AGAGAGfqgphOgAiqgAgAgABIBJAGA1AgAGAGfthcg7e4eYgAgAgAAjAgAUAGAGAuBKhCgAf5gAfbgLhTgTAWAqAGBLBMAGAGfWgRe8gbiDgAgAgAA0ACAGBNBOAGAGgxf2eZf3hegAgAgABPA4ApBBBOAtBQfvgvfBgTg6fvg6fcBRAXBSBTBFBUAtfbgOgBiSfRgdengFAgAFBVAkA-AGAGgjfuelgaf-gAewgABWAGAwAGAGBXA1hEgAgAgAf0gtfOgkBDA0BYAoAGALAGfqhVhIgAhVgDfmgAAuAoApA1AGALBQfjgnhSgAhLf6gvfhAWAeAGBZAGAGAGgEfshXgAh0gAgAgA',
  ),
};
