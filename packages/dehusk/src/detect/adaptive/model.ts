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
  weights: [-3.84, 1.39, 1.58, 1.03, 0.66, 1.72, 1.1, 1.03, 2.33, 0.4, 1.98],
  siteTrees: readTrees(
    '37 -.717;25 1;34 .9832;0 1000000;37 1.419;37 .7645;2 .958;10 .6896;37 -.3565;15 .0086;49 .5;19 .8;29 2;37 1.1029999;12 2.5;24 .04091;24 .86808;14 .6606;22 0;34 .891;22 .01465;27 .0077;15 .4824;32 .4311;24 .062508;20 .00362;24 .80295;22 .000154;14 .98635;22 .999876;20 .01404;20 .07296;37 .02199998;19 .166212;42 .5;29 5.17;6 2.9;3 .385;29 2.4;22 .991;32 .2785;25 3.2;14 .7804;3 .6827;32 .5673;12 1.5;14 .99999994;32 .46961;21 .4776;25 1.8;24 .50503;37 -1.1975;23 .39946;29 2.9;21 .9999881;37 1.71;31 .622;22 .92756;14 .7195;34 .66684;25 3.7;26 .007053;32 .38906;32 .1777;17 .1676;12 .5;31 .12625;20 .1828226;7 .9187;17 .5583;17 .3921;33 .3193;24 .8371;21 .8386;8 .92144;17 .0377;16 4.37;34 .99999994;25 3.4;6 4.5;26 .0108965;23 .02104;29 3.3;22 .05765;14 .8597;24 .6948;24 .085823;22 .3784;16 7;10 .38644;32 .1182',
    'AAABACADADAEADfGgAcygAe6jcjOgAAFAGADADAHADADdegAe6ixjMgAgAgAAIAJAKADADALADfvgAdIgAi2gMfxgAAAABAMADADANAOfmgAdOgAeXiIimgUANAPADADAQADADiygAdph6iygAgAgAAIAJAOADADARADgGgAdlgAgGivfbgAACANAKASADADADf9drhSgAiOgAgAgAATAUAVADAWADAXg6gAfhdkfngAipgUANAYAZADAaADADh_gAd-hNipgAgngAAbAcAdADADAeAffrgAi7gAf7dViZesAgAhAOADAJAiADg0gAgIdviYgDfbgAAEAYADADAjADADh0gAeyfyiOgAgAgAAEAkADADAhADADhMgAg2ebiBgAgAgAAIAlAOADADARADekgAgOgAgCh_fMgAATAbAmADAnADAogigAeBf2f_gAiYgiApAqArADAsADADfEgAiigMdpgAgLgAATANAtAuADAvADecgGghgAiFgQf5gAAaACADAwAtADADeSgThOfRhugAgAgAAxAyANADADAdADgLgAhtgAecgYg6gAAzADA0ADADA1ApeqgAgAgAe3gphkf0A2A3ADAkADADADg7e3hogAhkgAgAgAAbA4A5ADADAeAgf-gAiagAf2eHfbhjA6A7A8ADADA9ADeVgAgYgAfzh3e8gAAzADAOADADA-ADe4gAgAgAhxf7fMgAA2AEADA_ADADADg1fAhHgAhPgAgAgAAzADAOADADA6ADfDgAgAgAfwhafVgAAbA1BAADADADBBf9gAh-gAgxgAgpeeAbBCBDADADA5ADf_gAhsgAfdhGeXgABEAtADBFBGADADfeiEgvemfDgAgAgAAxAoArADADADBHhMgAgJgAetgAhZfiBIAFADBJADADADe8gegggAhNgAgAgABKBFADBLAoADADhCe2h3f_fLgAgAgABMADAbADADADA5esgAgAgAiBgAfEgkAcBNBOBPADBQADf-eXgvgAfpiNfEgABRADBSADADApADfPgAgAgAgYfMg6gABTBUAWADADAnADf2gAhJgAfog5etgABVBWADADBAADADgtgAgOfAg1gAgAgAAzADA1ADADACBXfNgAgAgAfXgdhpf1BYADASADADADAffKgAgAgAhvgAgcegBZADBaADADADArgxgAgAgAg_gAe3gB',
  ),
  firstPageTrees: readTrees(
    '11 .5;27 .65741;42 .5;35 .078;6 4.97;49 .5;30 .016378;31 .048388;46 .5;38 .5;36 .1;6 7.12;0 1000000;27 .5228;26 .04633;33 .879;36 .0197;44 .5;31 .06512;41 .5;6 5.1;33 .7287;26 .18687;31 .5278;25 1;24 .63905;28 .3464;36 .143;26 .1099;33 .807;6 4.4;31 .1196;26 .0637;3 .4395;25 2.9;11 1.5;28 .06704;28 .277;4 .633;36 .0537;43 .5;24 .67935;6 3.9;29 2.4;25 3.7;36 0;24 .75816;55 .5;39 .5;26 .331;48 .5;47 .5;28 .00416;33 .6875;27 .1345;31 .00206;25 6.54;28 .21167;30 .0127;52 .5;40 .5;6 4.1;25 6.02;25 3.9;25 2.6;27 .04258;29 3.2;4 .2554;24 .51981;33 .1157;31 .0367703;24 .59869;31 .89266;26 .009053;6 4.2;24 .441216;26 .013656;29 2;33 .2338;30 .0099131;24 .48006;24 .04134;26 .66679;33 .1329;29 3.8;29 1.8;25 6.84;4 .438;26 .0055723;31 .028099;35 0',
    'AAABACADAEAFAGcfivjGeolChHh8fIAAAHAIAJAKALAMgZkmcxhekLhXf2gAANAOAPAQARACAMfYijc8hSjygVdsgAASAAATAUAVAWAMh0fSjmgkfQcdkygAAAAXACAFAYAFAZgndXfgc3jGf8ezhxAaAbACATAcAdAeeAjyipgCiyfOhCewAfAJAZAgAMAhAihgfWjfgAdlgGiZe2AjAXAkAJAlAMAMf4jQdifsg1gAi6gAAmAnAdATAoAIAWeejpiIexiVe3gadFAWAIAJAFApAqAMhheRdigggbd9iOgAAjATACAJAMAMAMfGiwjpgAihgAglgAAeAFApAIArAJAsiCfpdff9elh7h6fVAtASACAPAuAMAvg0dxedgKihgAg6egATAJAMAwAMAMAMfYj2iagAjLgAgAgAAxAIAyAvAzA0A1hNfsflcuf3dthFedAxA2AfAnACA3A4fLhVhifoeggfdyfiAtAjACATA5AMA6fIi1gMiBiDgAhXfWAgAzAyAFAMAuAdhIendFgAewgEgrejARAwAMATAMAMAMfdikjSgAiEgAgAgAA7A8AMApAMAMAMfNgoiEgAingAgAgAA9AFA7A-A_ATAMhkgFf3e7fZieiIgABAAzAJBBAMARAMgShfdXgAfUhKhtgAAwA8AMAtAMAMAMfagthzgAjBgAgAgAAXAFAaAdBCBDACgse9eYgaengpg8f5BEA8AsA9AMBFA4gVe_hqgAfzhPfkgxATA7AMAjAMAMAMflhLh9gAiWgAgAgAAIAvBGAFBHAMAMg8fFfEgUgFgAeUgAAzBAAMAoBIAMAMg9fpgCefdmgAgAgAAwBJAMAIARAMAMhNfofjhSiqgAgAgAA7ATAMA8AMAMAMfshXiGgAhrgAgAgABKAhBLBMBNAyAigffKgMhmfAgEgvf1AwBMAMAIA4AMAMg2fmfkg1ibgAgAgAARBHAMAJAAAMAMfehdf8hghPgAgAgAAtAjACA8BOALBPfmhMfzhdhggkg7fnBQA8AFBRAMAdAMhAfbhKgAgneofSgAAIBSBGBTAMAMBHflgeedgAgJgAebfkBUBVBWAuAoBXAMfJgYgnfwe4grhBgAAiACA4BBBYBZBBfyhNhEfDgPfWiIfXA7ATAMBaAMAMAMftgvh2gAhdgAgAgAAzAYAMAMA4AMAMg8gAf2gmd_gAgAgA',
  ),
};
