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
  weights: [-3.85, 1.41, 1.57, 0.96, 0.65, 1.71, 1.1, 1.05, 2.3, 0.4, 2.03],
  siteTrees: readTrees(
    '38 -.629;19 0;37 .146;0 1000000;20 .0025964;43 .5;38 .413;34 .925;37 .1098;19 .16572;32 .2806;38 -.305;24 .106998;37 .1246;25 1;24 .46246;33 .47371;24 .69357;14 .7214;34 .9859;38 1.275;37 .4403;38 -.934;20 .5577;25 3.2;32 .2474;37 .35774;27 .14234;24 .0396;24 .868;19 .2363;37 .25323;32 .1482;14 .9916;12 2.5;22 .00005;14 .9567;38 .7485;32 .203;15 .0648;37 .30462;12 1.5;24 .06039;24 .8024;38 1.003;32 .59754;14 .7962;3 .738;32 .6922;32 .1237;17 .1274;25 3.6;14 .664;26 .0086715;22 .05361;29 2.6;22 .999876;15 .04636;25 1.8;34 .03704;14 .5968;31 .5761;20 .0652;23 .765;32 .52584;14 .9999999;22 .919273;16 4.352;17 .5455;17 .86606;29 2.9;24 .61921;38 -1.311;7 .5;20 .0467;16 6.96;20 .0844;28 .2337;20 .00611;37 .05856;6 4.1;37 .221;7 .9136;38 -1.477;7 .8413;26 .00696',
    'AAABACADADAEAFfzgAcvgAhIeEjng-AGAHAIAJAKADADfcc4iJewgJgAjYgAALAMANADAOAPAQgqgAfac8d1hNjIg1AAAOACADADARASf_gAdLgAeVhdgFjHATAUALAVADADADdNfximgAf3gAixgAAWAXAYADADAZACdkgAfYgAjRgrdvg_ATAUAIAaADADAbdMf-iMgAfrgAgwioAUAcADADAdADADiwgAd9hqirgAgAgAAAAeAfADADAgADglgAdvgAifeliTgAALAhAiADADASADdygAgTgAf4icfbgAAjAkAlADADAmADfrgAi0gAggeChAgAAWAnAoADADAmADgIgAd_gAhpekiIgAAHAjAAADAaADApgwgAdvfsgEgAiQgZAUAqADADArADADh2gAeegziBgAgAgAAHAsAYAaADAtADd9gCgvgAiOgSfggAAYAuAvADAwADADfFgAiOgCd0gAgWgAAoAxAuADAyADADhSgAgXd3fIgAiYgAAzA0AvADA1ADADe9gAgPh2dvgAgQgAA2A3A4ADADA5ADfugAh7gAfleFg0gAAUAqADADA6ADADhPgAgUephlgAgAgAATAaANA7ADADADfqeGgigAfygAhdgAAAADAiADADA8ADfNgAgAgAfwhffDgAAjA9A-ADADA4ADf4gAh4gAfXhoeigAAdAoADATAhADADeMgHfnh1hdgAgAgAAzA_ADADBAADADfqgAhjgLfGgAgAgAAHBBACAvADADADeEgBgfgAgAgAhJgAAjADA-ADADBCADg6gAgAgAfWhVeugAAxADAsADADAeADhAgAgAgAgMe7g8gABDADAjADADADAHepgAgAgAh5gAfHggBEAyBFADADAKADgUgAedgAh-gXfNgABGBHBIADADADBJe7gAglgAfogAgShSBEAlBFADADBKADeygAgygAgQhsfSgABLADAzADADBMADfHgAgAgAhJf3fbgAAaAgBNADBOADADg3gAgHeaf6gAhSgABPADAkADADBQBRe9gAgAgAgue2gGhiBSBEADAEAKADADgneuhxgDfQgAgAgABTADAiADADASADfSgAgAgAfuhFfagABLADAjADADADBMfQgAgAgAhfgAgPe8AVAHADADADADADfFgAgYgAgrgAgAgABUAYADBVADADADf8hAfdgAfggAgAgA',
  ),
  firstPageTrees: readTrees(
    '11 .5;31 .51;43 .5;39 .5;25 1.8;50 .5;31 .06282;27 .5557;47 .5;35 .096;6 4.97;33 .08678;0 1000000;25 2.6;36 0;4 .308;27 .6827;26 .06165;33 .81;36 .02177;35 .2;26 .1787;42 .5;36 .0589;33 .879;28 .36426;36 .143;26 .10175;6 4.3;3 .2074;27 .0554;26 .2525;4 .497;49 .5;24 .638167;25 7.48;25 4.97;11 1.5;6 4.34;24 .71867;25 6.49;26 .0731;28 .1354;24 .67813;30 .1107;29 2.4;25 2.9;45 .5;28 .23226;33 .2413;26 .008727;40 .5;41 .5;48 .5;27 .1;33 .4287;33 .733;26 .0274723;53 .5;6 4.2;3 .52;26 .013139;56 .5;31 .114;24 .47782;25 4;24 .5973432;26 .3084;28 .01806;31 .03546;24 .795909;25 3.7;28 .5203;27 .7889;26 .4057;29 4.1;25 6.66;26 .010813;6 4.1;29 2;30 .02584;25 1;44 .5;29 3.2;26 .649;25 6.16;29 1.8;31 .87826;26 .1497;25 3.3;24 .323504',
    'AAABACADAEAFAGfIk8eabIlChHiLfIAAAHAIAJAKALAMc6jEi1eshDkIf3gAAGAKANAFAAAOAPjofIfWideriRcmf3AQARASATAUACAVfQigdOh2jsgjglc1AAAWAIAXAMACAMeIhZkwgAjKgrfkgAAGAYAWAFAMAXAMiVevdfgAd8g6kMgAAZAaACAWAbAYAceOjgiTfvioesg8exAAABAIADAdAeAMf1jQddf0glinflgAAfAgAhAiAIAjAke_hhiUe3dPftekgUAlADACAWAMAMAMfAjki_gAivgAgvgAAfAIAmAFAnAMAohVeddxgxgQgAdifkAlApAqAIADAMAMg4eweoiRgpgAifgAAmAFArAsAtADAuh_fvdrf5eliAiQfpAvADAMArAMAMAMe-gtidgAilgAgAgAABAFAwACAxAyAIhbf3fyeYgOeAheePAWAlAMAOAeAMAMfHg0gIh8jDgAgAgAAzA0AMAWAMAMAMfci0iKgAjtgAgAgAAVA1AhA2AMA3A4f-hNc4gAeSf-hAeSAvAzAMA5AMAMAMgkfNjRgAiIgAgAgAA6A7AMA8AWAMAMfwhmfTigitgAgAgAA1A9AMAMA-AMAMhcgAgRfIdKgAgAgAAOAzACA_AMAMA-gDe8i9gAiDgAgletAvAdAMBABBAMAMe2gMhIfkhugAgAgAA6ADAMBCAMAMAMfRgYh4gAiQgAgAgAAOAWACA0AMAMA-fchxiTgAhugAgfe7BDAIBEA-BFAMAmg1fvf9ejgigAfwedAzA0AMAWAMAMAMfpiRhmgAiugAgAgABGA6BHADAMACBIfjhnhugAh9gYfugPAFASBJACAMAMAMg4f1eTgAeUgAgmgABKA1AoAFAMAMAMgefPdmgAemgAgJgABLBCBMAhBHAgAMfigjhQf1ergbg2gABNAIAWAMAMAOAMhFgAftgAfhgah9gABOBPA6A9BQAvAMglerhfgTfkg2hogAAzA6AMAlAMAMAMfsg5hggAicgAgAgAA1BRAMA2ASAMAMgkhggEeed4gAgAgAAFBSBTBUBVAMAMgdeJfChSengAgKgABLBWBMBGAIAEAMfQgigiffgTe3gugABEBXAZBYAMBZASgLhae2gAgEe_gie0AvBOAMBPBaAMAMfbg3fIgChBgAgAgAA1AuAMACBXAMAMg5f2gDeweFgAgAgA',
  ),
};
