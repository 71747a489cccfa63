import fc from 'fast-check';
import { franc } from 'franc-min';
import { describe, expect, it } from 'vitest';
import { languageByTrigrams } from './trigrams.ts';

const asFranc = (text: string): string | undefined => {
  const found = franc(text, { minLength: 1 });
  return found === 'und' ? undefined : found;
};

describe('languageByTrigrams', () => {
  it.each([
    'All human beings are born free and equal in dignity and rights.',
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren.',
    'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan.',
    'Все люди рождаются свободными и равными в своем достоинстве и правах.',
    'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
    '人人生而自由，在尊严和权利上一律平等。',
    'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.',
    'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है।',
    'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.',
    '2024-01-01 12:30:00 (42)',
  ])('as franc does: %s', (text) => {
    expect(languageByTrigrams(text)).toBe(asFranc(text));
  });

  it('as franc does, whatever the text', () => {
    const piece = fc.constantFrom(
      ...[
        'the ',
        'and',
        'ung ',
        'de la ',
        'ção',
        ' og ',
        'är ',
        'и не ',
        'що ',
        '的',
        'は',
        '가 ',
        'है ',
        '42',
        '\n',
        '. ',
      ],
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(fc.property(text, (value) => languageByTrigrams(value) === asFranc(value)));
  });
});
