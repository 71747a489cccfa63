import { describe, expect, test } from 'vitest';
import { kindOfAddress } from './address-kind.ts';

describe('kindOfAddress', () => {
  test.each([
    ['forum', 'https://forum.example.org/t/how-to-nest/117'],
    ['forum', 'https://example.org/t/how-to-nest/117'],
    ['forum', 'https://example.org/questions/117/how-to-nest'],
    ['forum', 'https://example.org/r/ants/comments/1rku5x9/nests/'],
    ['forum', 'https://example.org/forum/viewtopic.php?id=7'],
    ['documentation', 'https://docs.example.org/topics/news/'],
    ['documentation', 'https://example.org/Docs/v18/api/events.html'],
    ['documentation', 'https://ants.readthedocs.io/en/latest/'],
    ['list', 'https://example.org/tag/ants/'],
    ['list', 'https://example.org/category/news/nests/'],
    ['list', 'https://example.org/blog/'],
    ['list', 'https://example.org/blog/page/2'],
    ['list', 'https://example.org/2015/12/'],
    ['list', 'https://example.org/topic/ants'],
    ['article', 'https://example.org/blog/how-they-build'],
    ['article', 'https://example.org/2015/12/how-they-build.html'],
    ['article', 'https://example.org/2015/12/24/how-they-build'],
    ['article', 'https://blog.example.org/how-they-build'],
    ['list', 'https://example.org/products/'],
    ['product', 'https://example.org/collections-of-ants/products/queen'],
    ['product', 'https://example.org/produkt/königin?ref=7'],
    ['service', 'https://example.org/en/services/digging'],
    ['event', 'https://example.org/event/swarming/'],
    ['contact', 'https://example.org/en/contact-us'],
    ['profile', 'https://example.org/author/bert/'],
    [undefined, 'https://example.org/'],
    [undefined, 'https://example.org//'],
    [undefined, 'https://example.org/threads-and-locks'],
    [undefined, 'https://example.org/topic/ants/queens/wings'],
    [undefined, 'https://example.org/search/details?id=7'],
    [undefined, 'https://example.org/2015/99'],
    [undefined, 'mailto:ants@example.org'],
    [undefined, undefined],
  ])('%s: %s', (kind, address) => {
    expect(kindOfAddress(address)).toBe(kind);
  });
});
