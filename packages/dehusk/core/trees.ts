/**
 * What small trees of questions say of facts, added up in the order of the trees, as `detect/adaptive/trees.ts` has it
 * and with its trees. Four pieces at a time: all seven questions are asked, and the answers choose the leaf.
 *
 * A tree is 68 bytes: seven columns (u8) and a byte of nothing, seven limits and eight leaves (f32). Facts are columns of
 * `stride` numbers (f32), a multiple of four; so many sums (f64) become of them.
 */
export const TREE_BYTES: usize = 68;

export function addUpTrees(trees: usize, count: i32, facts: usize, stride: i32, sums: usize): void {
  memory.fill(sums, 0, <usize>stride << 3);
  for (let tree = 0; tree < count; tree++) addTree(trees + <usize>tree * TREE_BYTES, facts, <usize>stride, sums);
}

@inline
function columnOf(tree: usize, question: usize, facts: usize, stride: usize): usize {
  return facts + ((stride * <usize>load<u8>(tree + question)) << 2);
}

@inline
function limitOf(tree: usize, question: usize): v128 {
  return v128.load32_splat(tree + 8 + (question << 2));
}

@inline
function leafOf(tree: usize, leaf: usize): v128 {
  return v128.load32_splat(tree + 36 + (leaf << 2));
}

function addTree(tree: usize, facts: usize, stride: usize, sumsAt: usize): void {
  const column0 = columnOf(tree, 0, facts, stride);
  const column1 = columnOf(tree, 1, facts, stride);
  const column2 = columnOf(tree, 2, facts, stride);
  const column3 = columnOf(tree, 3, facts, stride);
  const column4 = columnOf(tree, 4, facts, stride);
  const column5 = columnOf(tree, 5, facts, stride);
  const column6 = columnOf(tree, 6, facts, stride);
  const limit0 = limitOf(tree, 0);
  const limit1 = limitOf(tree, 1);
  const limit2 = limitOf(tree, 2);
  const limit3 = limitOf(tree, 3);
  const limit4 = limitOf(tree, 4);
  const limit5 = limitOf(tree, 5);
  const limit6 = limitOf(tree, 6);
  const leaf0 = leafOf(tree, 0);
  const leaf1 = leafOf(tree, 1);
  const leaf2 = leafOf(tree, 2);
  const leaf3 = leafOf(tree, 3);
  const leaf4 = leafOf(tree, 4);
  const leaf5 = leafOf(tree, 5);
  const leaf6 = leafOf(tree, 6);
  const leaf7 = leafOf(tree, 7);
  const end = stride << 2;
  for (let at: usize = 0; at < end; at += 16) {
    const third = v128.bitselect(leaf1, leaf0, f32x4.gt(v128.load(column3 + at), limit3));
    const fourth = v128.bitselect(leaf3, leaf2, f32x4.gt(v128.load(column4 + at), limit4));
    const fifth = v128.bitselect(leaf5, leaf4, f32x4.gt(v128.load(column5 + at), limit5));
    const sixth = v128.bitselect(leaf7, leaf6, f32x4.gt(v128.load(column6 + at), limit6));
    const first = v128.bitselect(fourth, third, f32x4.gt(v128.load(column1 + at), limit1));
    const second = v128.bitselect(sixth, fifth, f32x4.gt(v128.load(column2 + at), limit2));
    const found = v128.bitselect(second, first, f32x4.gt(v128.load(column0 + at), limit0));
    const sums = sumsAt + (at << 1);
    v128.store(sums, f64x2.add(v128.load(sums), f64x2.promote_low_f32x4(found)));
    const upper = v128.shuffle<i32>(found, found, 2, 3, 2, 3);
    v128.store(sums + 16, f64x2.add(v128.load(sums + 16), f64x2.promote_low_f32x4(upper)));
  }
}
