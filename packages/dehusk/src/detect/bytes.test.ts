import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DehuskError } from '../errors.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

const numbers = fc.nat(0xffffffff);

it('reads back what was written, wherever it lies', () => {
  fc.assert(
    fc.property(fc.array(numbers), fc.uint8Array(), fc.array(fc.boolean()), (values, bytes, flags) => {
      const marks = Uint8Array.from(flags, Number);
      const writer = new ByteWriter(1);
      writer.count(values.length);
      writer.counts(values);
      writer.column(Uint32Array.from(values));
      for (const value of values) writer.u32(value);
      writer.bits(marks);
      writer.byte(7);
      writer.bytes(bytes);
      const reader = new ByteReader(Buffer.concat([Buffer.alloc(3), writer.take()]).subarray(3));
      const column = new Uint32Array(reader.count());
      reader.counts(column);
      expect([...column]).toEqual(values);
      expect([...reader.u32s(column.length)]).toEqual(values);
      expect(Array.from(values, () => reader.u32())).toEqual(values);
      expect(reader.bits(marks.length)).toEqual(marks);
      expect(reader.byte()).toBe(7);
      expect([...reader.rest()]).toEqual([...bytes]);
      expect(reader.left).toBe(0);
    }),
  );
});

it('takes a byte for each seven bits of a count', () => {
  for (const [value, sizeBytes] of [
    [0, 1],
    [127, 1],
    [128, 2],
    [16_383, 2],
    [16_384, 3],
    [0xffffffff, 5],
  ] as const) {
    const writer = new ByteWriter();
    writer.count(value);
    expect(writer.take()).toHaveLength(sizeBytes);
  }
});

it.each<[string, (reader: ByteReader) => unknown]>([
  ['a byte', (reader) => [reader.bytes(3), reader.byte()]],
  ['a number', (reader) => reader.u32()],
  ['bytes', (reader) => reader.bytes(4)],
  ['numbers', (reader) => reader.u32s(1)],
  ['bits', (reader) => reader.bits(25)],
  ['a count', (reader) => reader.count()],
])('says so where the bytes end before %s', (_, read) => {
  expect(() => read(new ByteReader(Uint8Array.of(0xff, 0xff, 0xff)))).toThrow(DehuskError);
});
