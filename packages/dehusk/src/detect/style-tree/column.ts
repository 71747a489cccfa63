/** A list of 32-bit integers that grows by doubling. */
export class Column {
  length = 0;
  values: Int32Array = new Int32Array(256);

  push(value: number): void {
    if (this.length === this.values.length) this.#grow(this.length + 1);
    this.values[this.length++] = value;
  }

  /** Adds `count` times the same value. */
  extend(count: number, value: number): void {
    const length = this.length + count;
    if (length > this.values.length) this.#grow(length);
    while (this.length < length) this.values[this.length++] = value;
  }

  get sizeBytes(): number {
    return this.values.byteLength;
  }

  #grow(atLeast: number): void {
    const values = new Int32Array(Math.max(atLeast, this.values.length * 2));
    values.set(this.values);
    this.values = values;
  }
}
