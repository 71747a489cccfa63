/** The columns of one comparison by kind: a group per kind, its columns side by side in rising slots. */
export class KindGroups {
  count = 0;
  /** Kind of each group, and where its slots begin; the last group is followed by an end. */
  readonly kind: Int32Array;
  readonly start: Int32Array;
  /** Column in each slot, and slot of each column. */
  readonly column: Int32Array;
  readonly slot: Int32Array;
  /** Group of each kind + 1, 0 = none. */
  readonly #groupOf: Int32Array;

  constructor(kindCount: number, maxColumns: number) {
    this.kind = new Int32Array(maxColumns);
    this.start = new Int32Array(maxColumns + 1);
    this.column = new Int32Array(maxColumns);
    this.slot = new Int32Array(maxColumns);
    this.#groupOf = new Int32Array(kindCount);
  }

  /** −1 if no column is of the kind. */
  groupOf(kind: number): number {
    return this.#groupOf[kind]! - 1;
  }

  build(kinds: Int32Array, first: number, end: number): void {
    this.#clear();
    for (let column = first; column < end; column++) {
      const kind = kinds[column]!;
      if (this.#groupOf[kind] === 0) this.#add(kind);
      this.start[this.#groupOf[kind]!]!++;
    }
    for (let group = 1; group <= this.count; group++) this.start[group]! += this.start[group - 1]!;
    // Backwards, so that each group's start is where its first slot was filled.
    for (let column = end - 1; column >= first; column--) {
      const slot = --this.start[this.#groupOf[kinds[column]!]!]!;
      this.column[slot] = column;
      this.slot[column] = slot;
    }
    // Each count stood one further, where it became the end of its group, and is now the start.
    this.start.copyWithin(0, 1, this.count + 1);
    this.start[this.count] = end - first;
  }

  /** The first slot of a group whose column is at `column` or behind it; the group's end if there is none. */
  slotAtOrAfter(group: number, column: number): number {
    let low = this.start[group]!;
    let high = this.start[group + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.column[middle]! < column) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #add(kind: number): void {
    this.kind[this.count] = kind;
    this.#groupOf[kind] = ++this.count;
    this.start[this.count] = 0;
  }

  #clear(): void {
    for (let group = 0; group < this.count; group++) this.#groupOf[this.kind[group]!] = 0;
    this.count = 0;
    this.start[0] = 0;
  }
}
