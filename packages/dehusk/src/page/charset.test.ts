import { describe, expect, it } from 'vitest';
import { detectCharset } from './charset.ts';
import { readNormalText } from './page.ts';
import { parse } from './parse.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const firstText = (raw: { bytes: Uint8Array; contentType?: string }): string => {
  const page = parse(raw);
  return `${page.encoding}: ${readNormalText(page, page.segments[0]!)}`;
};

describe('the encoding', () => {
  it('is the byte order mark before all', () => {
    const raw = {
      bytes: bytes('\xef\xbb\xbf<meta charset=latin1>\xc3\xa9'),
      contentType: 'text/html; charset=koi8-r',
    };
    expect(firstText(raw)).toBe('UTF-8: é');
    expect(firstText({ bytes: bytes('\xff\xfe<\0p\0>\0\xe9\0') })).toBe('UTF-16LE: é');
  });

  it('is the transport before the page', () => {
    const contentType = 'text/html; Charset="ISO-8859-2"';
    expect(firstText({ bytes: bytes('<meta charset=utf-8>\xb1'), contentType })).toBe('ISO-8859-2: ą');
    expect(
      firstText({ bytes: bytes('<meta charset=utf-8>\xc3\xa9'), contentType: 'text/html; charset=nonsense' }),
    ).toBe('UTF-8: é');
  });

  it('is what a meta says, of either form', () => {
    expect(firstText({ bytes: bytes('<meta charset="shift_jis">\x82\xa0') })).toBe('Shift_JIS: あ');
    const pragma = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">\xff';
    expect(firstText({ bytes: bytes(pragma) })).toBe('windows-1251: я');
    expect(firstText({ bytes: bytes('<meta charset=utf-16>\xc3\xa9') })).toBe('UTF-8: é');
  });

  it('is what a late meta says: decoding starts again', () => {
    const late = `<script>${' '.repeat(2000)}</script><meta charset=utf-8><p>\xc3\xa9 \xff`;
    expect(firstText({ bytes: bytes(late) })).toBe('UTF-8: é \ufffd');
    const second = `<meta charset=koi8-r><script>${' '.repeat(2000)}</script><meta charset=utf-8><p>\xd1`;
    expect(firstText({ bytes: bytes(second) })).toBe('KOI8-R: я');
  });

  it('is else UTF-8 where the bytes are, or windows-1252, decoded as the standard has it', () => {
    expect(firstText({ bytes: bytes('<p>\xc3\xa9') })).toBe('UTF-8: é');
    expect(firstText({ bytes: bytes('<p>\x80 \x93x\x94 \x9f \xe9') })).toBe('windows-1252: € “x” Ÿ é');
    expect(firstText({ bytes: bytes('<p>plain') })).toBe('windows-1252: plain');
  });

  it('survives a declaration that ends in the word charset', () => {
    expect(detectCharset(bytes('<meta http-equiv=content-type content="charset">x'), undefined)).toEqual({
      encoding: 'windows-1252',
      tentative: true,
    });
  });
});
