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
    '37 -.7385;19 0;37 1.058;0 1000000;12 2.5;37 .4395;24 .04088;25 1;37 .05299999;24 .06246;25 3.2;2 .82356;14 .7195;34 .312504;15 .0086;34 .891;37 1.327;34 .9832;24 .868;27 .049;37 .792;25 3.7;32 .1777;32 .5222;15 .8739;22 .0577873;14 .6606;22 .991;17 .3224;20 .07296;42 .5;37 -.35900003;19 .2466;22 .000154;14 .9417;32 .1182;17 .1696;18 -1;19 .67718;14 .7804;29 2.9;24 .73153;22 .37876;20 .000307;15 .073;31 .99727;37 1.642;6 2.9;37 -1.024;12 1.5;32 .4311;25 1.8;3 .6779;15 .18147;34 .4905;32 .5673;24 .085784;24 .76754;26 .00705;22 .999876;31 .6227;23 .0211;32 .27835;17 .0383;16 4.37;20 .00645;23 .6933;24 .62064;11 2.5;17 .5587;31 .429;19 .38608;32 .19826;15 .4831;29 2.6;28 .1805;7 .0828;24 .80281;21 .8387;22 .9276;29 3;32 .3166;26 .010887;19 .74144;49 .5;24 .50495;31 .12625',
    'AAABACADADAEADfWgAcwgAhuc4jrgAAFAGACADAHADADiqgAfldOgqgAjXgAAIAJAKADADADAChvgAdagAi2gAfGiBAAALAMADADANAEdKgAffgAelg9jIfuAAAOAPADADAQAEfjgAdUgAeiiUjAgsARASATACADADADdbhKhxgAgGgAiVgAAPAUAVAWADAXADfQdphEgAimgTfkgAAIABAYADAOARADhQgAf1dYghiafwgAAZAaAbADADAcAdfmgAiRgAfUdUh_ekAIABAeADADAEADg5gAeNgAief3fagAAfAgARADADACADgXgAeCgAfChFh6gAAhAiAjADADADAkfagAipgAhcgAgleQAhAlARADADAUAmfngAiXgAeMf3fchlAAADAEADADAnADeogAgAgAf1iOfLgAAoApAqArADADAsfnd1hUgAh8gAhNeoAtAuADAvADADADgzeaiBgAhvgAgAgAAwADAxADADAyArewgAgAgAiCflhdejAuAJADADAHADADhugAg1efh-gAgAgAAzAqA0ADADADANhegAgXgAeXgAfSh7AoApAZAFADADA1eNfzhEgAhvgAg2fLAMA2AVADADA3ADeUgAgGgAiAgQe0gAAuA4ADADA5ADADg_gAe1gzhtgAgAgAAMAFAVADADA6ADejgAgBgAfyh3fAgAA7AZADA8ADADADfqh2eugAg7gAgAgAARAhAxADAbADADgWgAemgJhVgAfygAA9ADA-ADADADA_fCgAgAgAhfgAg_fNBAADAxADADAMBBesgAgAgAfphhg_emAwADAoADADACADfIgAgAgAfJgdhQgABCA0AKADADBDADepgAgjgAgShufLgAAwADBEADADBFADfTgAgAgAgChNfOgAAjADAQADADBGADg-gAgAgAemgghCgABHA8BIADADADBJftgAhMgAgwgAgUeKA0BCBKADBLADADezgAf2gwfkgAhQgAARAhAxADADADADgLgAfTgAhCgAf2gAAAADBCADADADBMfhgAgAgAfwgAgChFBNAJADADAUADADg7gAfFgNg_gAgAgABOBPADBQADADADe3gegwgAgwgAgAgAAKAiBRADBSADADfegAfpiIergAgZgABAADBTADADBUADe1gAgAgAhXfCftgAAMADBVADADBWADfXgAgAgAfKgVhPgA',
  ),
  firstPageTrees: readTrees(
    '11 .5;31 .5364;46 .5;38 .5;25 1.8;26 .42612;0 1000000;27 .52173;36 .056;33 .807;41 .5;26 .154285;42 .5;26 .18554;31 .0491;6 4.97;35 .0893;49 .5;24 .719064;27 .286;35 .2;6 4.8;26 .039377;31 .12174;36 0;33 .7287;24 .83207;28 .3464;36 .143;26 .109487;33 .879;6 4.34;31 .3712;25 2.6;29 3.3;24 .63844;48 .5;11 1.5;26 .2184;4 .6373;28 .41604;47 .5;33 .4246;31 .06666;24 .598088;4 .1567;25 3.7;44 .5;28 .1256;24 .67942;29 2.4;25 2.9;40 .5;35 0;25 3.4;39 .5;43 .5;30 .07523;26 .32607;55 .5;31 .00207;25 6.85;26 .0089397;52 .5;26 .06356;3 .155;31 .0287;6 4.2;3 .455;26 .013475;25 6.02;36 .2276;24 .47962;27 .65626;33 .13445;24 .79573;6 4;31 .03726;33 .25822;26 .665;30 .009905;24 .86553;25 6.54;25 4.1;4 .0753;6 3.7;29 2;28 .0464;24 .51966;25 1;29 1.8;29 3.8;33 .6875',
    'AAABACADAEAFAGfIk9edbFk6g_gZgAAHAIAJAKALAMANc6kUjBeWkWguhGdfAAAOAMAPAQARASiRfVdNiSj3gRfLiGATAUAVAKAGARALdsj2jBgAjRfhhKeNAAAWACACADARAGhcedd1jJjGgffzgAAXAAAYARAZAaAMg8dgjAgMddgNiiehAbAcAMAKAdAeAfeNjTidgDijegg4exAgARAhAPAiAjAkiLgJdsfwe6iCdTfZAlAKAMADAGAGAGe8jBjsgAi5gAgzgAAmAnAkAjACAoAZfLhciQfLdWfvgwevAmApAkAYAGAqAZgPiFckgAdlfogoe7ArAeAsARAGAtAuhjeudqgAeJf-hbe_AlAKAMADAGAGAGfLiljSgAiagAgggAAvAlAGAKAwAGAGfRi3f4iKiigAgAgAAfARAxACAyADAzh3fkd7gEeyh8h9fmABA0AtAxAGA1A2frhLisgAeHgvhue6AYA3A4ADAGACA5fLiEjrgAh5ffgMeoA6ACAXA7AsA8A9hEfqeIgBepghd1f4AvA-AGACA3AGAGhlfufYjRiAgAgAgAA_AKAGA0AGAGAGfeh_iugAingAgAgABAApADARAGAvAGhDeydigAfKhWhygAA3AYAGAlAMAGAGfVhRh0f4jHgAgAgAAKA_AGBBAGAGAGfWgbiMgAijgAgAgAAhApBCAMAGAJA9hZgDdrgAg6d8fHhEBDBEAKBFBGBHAGgwfFhygQfdhAiOgAA3A0AGBIAGAGAGfRgPhrgAi1gAgAgAARAMBJBKA-AGAGfKhGg-fUeegAgYgAAvBLAGADAuAGAGfkhrhRf5hagAgAgAA_AKAGBMAGAGAGgjfliGgAh9gAgAgAACAFBNA7A9AGA-gufvemgLgEgAfjeWAYAlA4ARBOACAGf2epf_hdhJfwfmgAA_AKAGA0AGAGAGfthUh8gAhrgAgAgAA3AYAGABAMAGAGf7fEhMf_ikgAgAgAACBPBQA7AGAGAGgmfveagAf_gAezgABRBSBTA4BUAGAGf9e_iEfphPgAgAgAAxBVAuBWA0AMBXfRhSfhhIhVf_glfdAvADA7BYAGAGAGfggOhMgAhXgAgHgAARAJAnAMAGAGAGgpf6elgAergAgYgAA_ApAGBZAGAGAGg7f2d_gAhdgAgAgABaBLBbBFAGBcBSgFe8gZgAgnfifTgt',
  ),
};
