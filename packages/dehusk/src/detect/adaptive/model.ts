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
 * 36 pageRepeated, 37 pageLinks, 38 nav, 39 aside, 40 header, 41 footer, 42 main, 43 article, 44 hidden,
 * 45 itemprop, 46 heading, 47 title, 48 item, 49 cell, 50 preformatted, 51 control, 52 form, 53 time, 54 figure,
 * 55 paragraph
 */
import type { Model } from './score.ts';
import { readTrees } from './trees.ts';

export const adaptiveModel: Model = {
  weights: [-3.61, 1.34, 1.57, 0.41, 0.68, 1.68, 1.07, 0.96, 2.22, 0.36, 2.01],
  siteTrees: readTrees(
    '2 .958;25 .05794;29 3.7;9 .9180694;35 .009945;0 1000000;30 .07071;23 .00362;13 .5;30 .008867;28 .73161;20 .17;42 .5;18 .0086;29 4.2;25 .999875;2 .82356;4 .6827;29 1.8;37 .3;23 .0729;28 .86806;28 .04088;12 .3167;28 .80281;29 1;18 .875262;49 .5;46 .5;12 .68956;25 .000154;17 .965043;25 .92779;25 .167;27 .4008;23 .000307;29 3.2;33 1.8;32 .28385;28 .767439;28 .06246;29 2.9;20 .03844;8 5.58;25 .70045;31 .572;37 .3192;28 .58283;4 .1588;33 2.9;25 .3785;18 .0725;20 .5585;17 .7305;28 .899853;32 .7665;37 .3627;33 2;36 .27829;28 .694616;14 1.5;27 .6933;28 .62061;31 .04909;23 .03629;25 .874;31 .1343;32 .1543;30 .013224;19 4.37;18 .4823;3 0;23 .18285;32 .4852;28 .65748;36 .1182;22 .386136;18 .654;7 3;25 0;12 .4435;31 .2265;25 .833772;19 7;25 .96644;9 .8552;32 .1805;33 3;29 2.6;36 .5673;36 .3162;20 .819744;21 .668',
    'AAABACADAEAFAFiTfLgGdZjBgAfbgAAAABACAGAHAFAFh7fJgAdeiugAfggAAIAJAKAFAFALAFgEgAd1gAhrfHjSgAABAMANAOAFAPAHi5gTesgAfOiLgIdrAQARACASATAUAFgAdTireridgofQgAAVAWAFAFAXAFAFjBgAggeIi_gAgAgAAYAWAFAFAZAFAFiugAgeeOiUgAgAgAAaAbABAcAdAFAFiFfsdFg1gngAdxgAAeAfAUAFAFAgAFergAiugAe3h9d4gAAIAhAiAFAFAjAkgigAeTgAgTe1iOf0AIAJAlAFAmAFAMgVgAeHgJe3gAh6fXAnAoApAFAqAFAFh3gAgOeWikgAgRgAArAbAFAcAsAFAFh8fPdmgleDgAgAgAAtASAuAvAwAFAFgGhqdyf_iFgAfggAAxAKAyAqAFAFAzf1eEhWgAiBgAg-emArAbAFAcA0AFAFhmfRd9gUeSgAgAgAADARA1AkA0AFAFgvd3gUiOeGgAfrgAA2A3AFAqA4AFAFgUe0htfph6gAgAgAA5AvARAFAFAQAFeVgAgPgAetg_hmgAADAbAFAhAFAFAFh6gKfLgAexgAgAgAAkAfARAFA6AFAFfWgAiSgOd8gAgOgAAoAFA7AFAFA8AhhbgAgAgAemgPhmgBA9A3AkAwAFA-AFeYf5glgAgRh_fOgAA_BAAMAFAFAbAFgTgAeagAhsfiezgAAxBBBCASAFAFAFgBeUgrgAffgAhTgAAaBDAFBEAbAFAFgTewhZfWfJgAgAgABFAFBGAFAFAbBHesgAgAgAhjfogWeeAkBIBJAIAFAFAFfvhWfdgAefgAgIgAA9A3BKAwAFBAAFeof6gZgAgJfPhbgABLAFBMAFAFAxBNhOgAgAgAfihTgEd7BLAFBOAFAFAFBPhDgAgAgAgkgAgoe6AxBQBRAFBSAFAFgIgAepgNf2gAhFgABTAFAeAFAFAFBUfQgAgAgAhvgAe5goAcA5AFAFBVAFAFfRgAhTftesgAgAgABWAJAMAFAFAbAFgUgAfLgAhifTe5gABLAFALAFAFAFABg3gAgAgAghgAgPe8APBXAFBYA9AFAFf4ebgHg9gtgAgAgAAcAkAFBZBaAFAFhZfze5gaexgAgAgABbA0AFALBcAFAFgPetgJh4fRgAgAgABFAFBNAFAFAbBYe1gAgAgAhTfjgKe7',
  ),
  firstPageTrees: readTrees(
    '13 .5;7 4.97;30 .42612;49 .5;30 .05576;42 .5;0 1000000;35 .0525608;7 5.14;35 .565;29 3.4;31 .3;29 2.4;37 .82;28 .6439;35 .039072;7 7.41;38 .5;29 1;44 .5;37 .0873;28 .56076;31 .566;30 .0405633;41 .5;30 .1518;30 .066646;13 1.5;32 .3442;30 .18267;30 .009252;29 4;5 .5;46 .5;51 .5;29 5.33;55 .5;29 5.58;28 .8057;7 4.34;28 .727233;40 .5;30 .2678;37 .1245;30 .013938;30 .212;52 .5;48 .5;32 .00324;37 .69;28 .6021;31 .02961;35 .7975;4 .56;29 1.8;7 4.2;33 2;30 .028872;34 .0718983;29 3;29 7.02;43 .5;33 3.3;28 .76699;39 .5;34 .02425;28 .32213;29 6.4;28 .439115;31 .08999;34 .3136;30 .0035496;7 4.1;33 1.8;34 .11943;33 7.92;5 .089051;32 .03664;29 6.13;35 .925;35 .029816;29 6.62;34 .00835;33 3;34 .014148;32 .02197;4 .04276;5 0;28 .48002;5 .037;29 2.6;37 .1125;33 3.8',
    'AAABACADAEAFAGh9dCfMb2lFh9g2gAAHAAAAAIAGAJAKibfikUgAepb5i-ftALAMANAOAPAFAGfQixgAc3jsgqejgAAAAJAQARASAFAGfhkNf5cgjYhVgZgAAAAJAFATASAUAVfmjRf6c7gTjCfyhuAWAXANADATABAGhEdYdrhkjCgvehgAAHADAYANAGAZAGiFetd7gAfqdTkQgAARAYAGAaAGAGAGgTeNj2gAjagAgAgAAbARAGAYAGAGAGe8jnjIgAipgAgAgAAcATAdAeAfADARhFeiiwgeiJesekiVAgAOAhAiAKANAGeai1hzfkh-fHexgAAJADAbAFAjAcAGhjf8dkf7eHgfhTgAAkADAXAhAlAVAmhYetd2f4frg_eNgdAnADAoAhAGApAqhwfve6gAe1h3hRfFAbAYArAsAGAGAFgzfLjJgAgUgAiageAtAuAvAgAGAwAxfshMjGgAgfd8hXeXATARAFAyAGAGAGe-gbiUgAiYgAgugAAYApAGAiAGAGAGfeijiKgAiygAgAgAAbAiAzAYAGAGAGfhiqiYgAgWgAhygAA0ATA1ARAGA2AGf4h_h9gAgLeUhHgAA3A4AyA5A6ApA7gmeUhhf9fEhahXf3ACADA8A9A-AGAGgrfceYgKd6gAgSgAAuARAGA_AGAGAGfdgphsgAiagAgAgABAAYAGAeAGAGAGgzfkiUgAi6gAgAgAArBBAhBCBDADA3fZgqePgYgpe3fyeyAuApAGBEAGAGAGfPgJhjgAiEgAgAgAAuAbAGAiBFAGAGfqhtf7hdhxgAgAgABAAYAGBGAGAGAGgAe9iHgAimgAgAgAATBHAFAGAYAGAGhMgAfrh0htgAgVgAATBIAFBJBEAGAGfKg4fOgJhfgAgSgABKANBLADAGBMAGgefNeegAe2gvg7gAAuApAGAYAGAGAGfvh0hWgAhhgAgAgABNBOAtBPAGBFBQgPeeh9gAfnggfueJArBRADBSAGAFBTgBe5gqgAgyf3ebgRACAhA8AkBUAGAGgmfuf5ereagAgVgABVArAfAHAdBWBXgefggNiGfzgwgQfAAuARAGBYAGAGAGfggHhNgAhSgAgAgAATBRAkAmBZAGAGfpgjiGfUhKgAgPgAAiBLAGAsAGAGAGgZfthLgAhYgAgAgABaBbBRAGAhBcBZfggAgufcf9fEhlfl',
  ),
};
