/** The columns of the page that was read last, by node, for whoever comes after `flatten`. */
import { OUT } from './columns';
import { EDGES, Flat, NORMAL, NORMAL_LENGTH } from './flatten';

@inline
function wideAt(column: usize, node: i32): i32 {
  assert(<u32>node < <u32>Flat.nodes);
  return load<i32>(OUT + <usize>Flat.stride * 4 * column + ((<usize>node) << 2));
}

@inline
export function parentOf(node: i32): i32 {
  return wideAt(0, node);
}

@inline
export function depthOf(node: i32): i32 {
  return wideAt(1, node);
}

@inline
export function endOf(node: i32): i32 {
  return wideAt(2, node);
}

@inline
export function pathHighOf(node: i32): u32 {
  return <u32>wideAt(3, node);
}

@inline
export function pathLowOf(node: i32): u32 {
  return <u32>wideAt(4, node);
}

/** Of an element: its rows of attributes. */
@inline
export function firstRowOf(node: i32): i32 {
  return wideAt(5, node);
}

@inline
export function lastRowOf(node: i32): i32 {
  return wideAt(6, node);
}

/** Of a text: its range. */
@inline
export function textStartOf(node: i32): i32 {
  return wideAt(5, node);
}

@inline
export function textEndOf(node: i32): i32 {
  return wideAt(6, node);
}

@inline
export function textHighOf(node: i32): u32 {
  return <u32>wideAt(7, node);
}

@inline
export function textLowOf(node: i32): u32 {
  return <u32>wideAt(8, node);
}

@inline
export function charsOf(node: i32): i32 {
  return wideAt(9, node);
}

/** The normal form of a text: where it begins in the arena, and its length. */
@inline
export function normalOf(node: i32): i32 {
  return load<i32>(OUT + <usize>Flat.stride * NORMAL + ((<usize>node) << 2));
}

@inline
export function normalLengthOf(node: i32): i32 {
  return load<i32>(OUT + <usize>Flat.stride * NORMAL_LENGTH + ((<usize>node) << 2));
}

/** The node that is segment number `segment`. */
@inline
export function nodeOf(segment: i32): i32 {
  return wideAt(10, segment);
}

/** The number of its class attribute; 0 if it has none. */
@inline
export function classOf(node: i32): i32 {
  return wideAt(11, node);
}

@inline
export function tagOf(node: i32): i32 {
  return <i32>load<u16>(OUT + <usize>Flat.stride * 48 + ((<usize>node) << 1));
}

@inline
export function flagsOf(node: i32): i32 {
  return <i32>load<u8>(OUT + <usize>Flat.stride * 50 + <usize>node);
}

@inline
export function edgesOf(node: i32): i32 {
  return <i32>load<u8>(OUT + <usize>Flat.stride * EDGES + <usize>node);
}
