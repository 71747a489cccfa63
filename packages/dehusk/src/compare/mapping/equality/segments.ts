/**
 * What is left of two lists as pairs are chosen that must not cross: a pair parts the lists, and what is before it
 * may correspond to what is before it only. Rows know the segment they are in, and a segment its columns.
 */
export class Segments {
  readonly #segmentOf: Int32Array;
  readonly #firstRow: number[] = [];
  readonly #rowEnd: number[] = [];
  readonly #firstColumn: number[] = [];
  readonly #columnEnd: number[] = [];

  constructor(maxRows: number) {
    this.#segmentOf = new Int32Array(maxRows);
  }

  reset(rows: readonly [number, number], columns: readonly [number, number]): void {
    this.#firstRow.length = 0;
    this.#segmentOf.fill(0, rows[0], rows[1]);
    this.#add(rows, columns);
  }

  firstColumn(row: number): number {
    return this.#firstColumn[this.#segmentOf[row]!]!;
  }

  columnEnd(row: number): number {
    return this.#columnEnd[this.#segmentOf[row]!]!;
  }

  /** The larger part keeps the number, so that no row changes its segment more often than a logarithm. */
  split(row: number, column: number): void {
    const segment = this.#segmentOf[row]!;
    const rowEnd = this.#rowEnd[segment]!;
    const columnEnd = this.#columnEnd[segment]!;
    const firstRow = this.#firstRow[segment]!;
    if (row - firstRow < rowEnd - row) {
      const before = this.#add([firstRow, row], [this.#firstColumn[segment]!, column]);
      this.#segmentOf.fill(before, firstRow, row);
      this.#firstRow[segment] = row + 1;
      this.#firstColumn[segment] = column + 1;
    } else {
      const after = this.#add([row + 1, rowEnd], [column + 1, columnEnd]);
      this.#segmentOf.fill(after, row + 1, rowEnd);
      this.#rowEnd[segment] = row;
      this.#columnEnd[segment] = column;
    }
  }

  #add(rows: readonly [number, number], columns: readonly [number, number]): number {
    const segment = this.#firstRow.length;
    this.#firstRow[segment] = rows[0];
    this.#rowEnd[segment] = rows[1];
    this.#firstColumn[segment] = columns[0];
    this.#columnEnd[segment] = columns[1];
    return segment;
  }
}
