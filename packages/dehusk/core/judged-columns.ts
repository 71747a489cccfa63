/**
 * The words of the sources that the core shares with `detect/adaptive` (`columns.ts` there has them for TypeScript, and
 * says what they mean): here they are columns in the core's memory, as `judged.ts` lays them out.
 */
import { F64Column, I32Column, U16Column, U8Column } from './columns';

export { F64Column, I32Column, U16Column, U8Column };
export type U32Column = I32Column;
export type Weights = F64Column;

/** Column by column, each of `FactColumns.stride` numbers: so that trees can look at four pieces at a time. */
@unmanaged
export class Facts {}

export class FactColumns {
  static stride: i32 = 0;
}

@inline
function factAt(facts: Facts, piece: i32, fact: i32): usize {
  assert(<u32>piece < <u32>FactColumns.stride);
  return changetype<usize>(facts) + (<usize>(fact * FactColumns.stride + piece) << 2);
}

@inline
export function factOf(facts: Facts, piece: i32, fact: i32): f64 {
  return <f64>load<f32>(factAt(facts, piece, fact));
}

@inline
export function setFact(facts: Facts, piece: i32, fact: i32, value: f64): void {
  store<f32>(factAt(facts, piece, fact), <f32>value);
}

@unmanaged
export class Places {
  marks: I32Column;
}

@unmanaged
export class Outline {
  count: i32;
  chars: I32Column;
  joint: U16Column;
  flags: U8Column;
  place: U16Column;
  jointPlace: U16Column;
  places: Places;
}

@unmanaged
export class Sightings {
  seen: F64Column;
  targets: F64Column;
  pages: f64;
}

@unmanaged
export class Regions {
  count: i32;
  from: I32Column;
  to: I32Column;
  parent: I32Column;
  depth: U16Column;
  place: U16Column;
  leaf: I32Column;
}

@unmanaged
export class PlaceSums {
  chars: F64Column;
  fresh: F64Column;
  regionChars: F64Column;
  regionNewness: F64Column;
  regionProse: F64Column;
}

@unmanaged
export class PageSums {
  all: F64Column;
  fresh: F64Column;
  prose: F64Column;
  links: F64Column;
  knownLinks: F64Column;
  allProse: f64;
  places: PlaceSums;
}

@unmanaged
export class SightedPage {
  outline: Outline;
  sightings: Sightings;
  repeated: F64Column;
  knownTargets: F64Column;
  regions: Regions;
  sums: PageSums;
}

@unmanaged
export class SchemaView {
  presence: F64Column;
  newness: F64Column;
  known: F64Column;
  regionNewness: F64Column;
  regionProse: F64Column;
  regionKnown: F64Column;
}

@unmanaged
export class Layout {
  steps: U8Column;
  mixedSteps: U8Column;
  shares: F64Column;
  blockFrom: I32Column;
  blockTo: I32Column;
  segmentsAt: I32Column;
  controls: I32Column;
}

@inline
export function wholeLogarithm(value: i32): i32 {
  return 31 - clz<i32>(value);
}

@inline
export function powerOfTwo(exponent: f64): f64 {
  return reinterpret<f64>((<i64>exponent + 1023) << 52);
}
