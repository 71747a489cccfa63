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
 * 36 control2, 37 knownLinks3, 38 alone, 39 nav, 40 aside, 41 header, 42 footer, 43 main, 44 article, 45 hidden,
 * 46 itemprop, 47 heading, 48 title, 49 item, 50 cell, 51 preformatted, 52 control, 53 form, 54 time, 55 figure,
 * 56 paragraph
 */
import type { Model } from './score.ts';
import { readTrees } from './trees.ts';

export const adaptiveModel: Model = {
  weights: [-3.84, 1.39, 1.58, 1.03, 0.66, 1.71, 1.1, 1.03, 2.33, 0.4, 1.99],
  siteTrees: readTrees(
    '38 -.717;25 1;37 .14167;0 1000000;20 .00362;14 .7195;38 .7645;2 .958;37 .12156;10 .68956;38 -.3565;15 .0086;37 .1662;24 .6948;12 1.5;6 5.3;38 1.1029999;24 .04091;24 .86808;20 .00636;14 .6606;34 .9832;37 .10506;37 .2976;32 .6922;38 .0215;19 0;24 .062508;24 .80295;32 .1182;17 .0377;50 .5;32 .1777;27 .3085;27 .13385;38 1.419;6 2.9;19 .16634;3 .385;12 2.5;34 .8915;22 .000154;32 .4696;25 3.2;14 .8597;3 .6827;32 .6285;37 .43136;1 0;38 -1.1975;14 .9421;14 .7804;14 .98635;38 1.71;32 .1423;23 .69327;34 .6681;25 1.8;15 .48257;17 .5582;22 .966366;31 .622;22 .83371;17 .1676;29 3.2;26 .0132357;32 .2781;21 .8386;29 2.9;24 .6207;22 .05765;16 4.37;17 .81976;14 .9999999;29 3;20 .01404;37 .248;32 .197772;20 .07296;22 .45772;31 .08935;24 .76766;37 .3533;34 .99999994;38 .4255',
    'AAABACADADAEAFfGgAcygAg5d5g6jsAGAHAIADAJADADdcgAfBi2grgAjpgAAKALAMADADANADfwgAdIgAeUhtjFgAAAABAIADADAOAPfmgAdOgAg2d3ivgmAQARADADASADADi0gAdphti9gAgAgAAKALAMADADATAUgHgAdlgAhKeRgOi0AVAQAWAXADADAYdMfyhhgAf3gAiugpAZAaAIADALADADhLgAgCdbfrgAiEgAAQAbADADAcADADiGgAeBhFiOgAgAgAAXAdAFADAeADADh4gAgZdZe7gAirgAAVAXAfAgAhAiADf0dafYhmgmidgEgAAjAbADADAXADADhygAeHgVibgAgAgAAjAkADADAlADADhLgAhBeZiMgAgAgAAKAmAnADADAUADeigAgMgAgKiHfAgAAoApAWADADADAqgygAeTgAf7gAiVgaArAsAtADAuADADfVgAijf_d2gAgDgAAoAvAOAwADAqADfleHgrgAiLgRf8gAAxAyAMADADAOAzd8gAfqgAhCenf1h_ArA0AXAZAqADADexgjipgBeUgAgagAAxADAnADADAzADeqgAgAgAgAhrfKgAA1AXADA2AsADADhJeKfNhqh7gAgAgAAjA3ADA4A5ADADeOgahOfZhkgAgAgAAVApAfADA6ADADgugAfweahRgAf2gAAxADAnADADA7ADe4gAgAgAgDhffOgAAVApACADA8ADADgmgAeUgDgFgAhHgAAxADAXADADAgADfAgAgAgAhYfBhQgAAjA9ADA-ADADADeigfgggAhWgAgAgAApADA_ADADADAtg9gAgAgAgygAeigYArA0BAADBBADADfpgAfxiUehgAgYgAA5BCAtADADADADhLgAgIgAe1gAgcgAAcAGADBDADADADe7gggYgAhPgAgAgABEBFBGADADADADe-gAgngAhpgAfrgABHADBIADADAOADeygAgAgAhVfsffgAAoBJAOADADADADe7gAgfgAg9gAgBgAArBCBKADBLADADhXgAgjfIe0gAgOgABMBNBJADAEADADg3gAf_ebfmgAhpgAA3AtBOADADBPADeygAgVgAgShVfjgAAxADBQADADAVADfPgAgAgAfPg1gygABRBSADBTADADADesgFgpgAg5gAgAgAA7BUBIADADADADezgAgXgAhYgAfggA',
  ),
  firstPageTrees: readTrees(
    '11 .5;27 .65741;43 .5;35 .078;6 4.97;50 .5;30 .016378;31 .048388;47 .5;39 .5;36 .1;6 7.12;0 1000000;27 .5228;26 .04633;33 .879;36 .0197;45 .5;31 .06512;42 .5;6 5.1;33 .7287;26 .18687;31 .5278;25 1;24 .63905;28 .3464;36 .143;26 .1099;33 .807;6 4.4;31 .1196;26 .0637;3 .4395;25 2.9;11 1.5;28 .06704;28 .277;4 .633;36 .0537;44 .5;24 .67935;6 3.9;29 2.4;25 3.7;36 0;24 .75816;56 .5;40 .5;26 .331;49 .5;48 .5;28 .00416;33 .6875;27 .1345;31 .00206;25 6.54;28 .21167;30 .0127;53 .5;41 .5;6 4.1;25 6.02;25 3.9;25 2.6;27 .04258;29 3.2;4 .2554;24 .51981;33 .1157;31 .0367703;24 .59869;31 .89266;26 .009053;6 4.2;24 .441216;26 .013656;29 2;33 .2338;30 .0099131;24 .48006;24 .04134;26 .66679;33 .1329;29 3.8;29 1.8;25 6.84;4 .438;26 .0055723;31 .028099;35 0',
    'AAABACADAEAFAGcfivjGeolChHh8fIAAAHAIAJAKALAMgZkmcxhekLhXf2gAANAOAPAQARACAMfYijc8hSjygVdsgAASAAATAUAVAWAMh0fSjmgkfQcdkygAAAAXACAFAYAFAZgndXfgc3jGf8ezhxAaAbACATAcAdAeeAjyipgCiyfOhCewAfAJAZAgAMAhAihgfWjfgAdlgGiZe2AjAXAkAJAlAMAMf4jQdifsg1gAi6gAAmAnAdATAoAIAWeejpiIexiVe3gadFAWAIAJAFApAqAMhheRdigggbd9iOgAAjATACAJAMAMAMfGiwjpgAihgAglgAAeAFApAIArAJAsiCfpdff9elh7h6fVAtASACAPAuAMAvg0dxedgKihgAg6egATAJAMAwAMAMAMfYj2iagAjLgAgAgAAxAIAyAvAzA0A1hNfsflcuf3dthFedAxA2AfAnACA3A4fLhVhifoeggfdyfiAtAjACATA5AMA6fIi1gMiBiDgAhXfWAgAzAyAFAMAuAdhIendFgAewgEgrejARAwAMATAMAMAMfdikjSgAiEgAgAgAA7A8AMApAMAMAMfNgoiEgAingAgAgAA9AFA7A-A_ATAMhkgFf3e7fZieiIgABAAzAJBBAMARAMgShfdXgAfUhKhtgAAwA8AMAtAMAMAMfagthzgAjBgAgAgAAXAFAaAdBCBDACgse9eYgaengpg8f5BEA8AsA9AMBFA4gVe_hqgAfzhPfkgxATA7AMAjAMAMAMflhLh9gAiWgAgAgAAIAvBGAFBHAMAMg8fFfEgUgFgAeUgAAzBAAMAoBIAMAMg9fpgCefdmgAgAgAAwBJAMAIARAMAMhNfofjhSiqgAgAgAA7ATAMA8AMAMAMfshXiGgAhrgAgAgABKAhBLBMBNAyAigffKgMhmfAgEgvf1AwBMAMAIA4AMAMg2fmfkg1ibgAgAgAARBHAMAJAAAMAMfehdf8hghPgAgAgAAtAjACA8BOALBPfmhMfzhdhggkg7fnBQA8AFBRAMAdAMhAfbhKgAgneofSgAAIBSBGBTAMAMBHflgeedgAgJgAebfkBUBVBWAuAoBXAMfJgYgnfwe4grhBgAAiACA4BBBYBZBBfyhNhEfDgPfWiIfXA7ATAMBaAMAMAMftgvh2gAhdgAgAgAAzAYAMAMA4AMAMg8gAf2gmd_gAgAgA',
  ),
};
