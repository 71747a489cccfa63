/** One version of the line that is being read. */
export class LineVersion {
  text = '';
  /** The first change that is no move, and the first that is one. */
  change = -1;
  move = -1;
  /** Whether all of it has moved. */
  isMoved = true;

  add(text: string, number: number, isMove: boolean): void {
    this.text += text;
    if (number !== -1 && !isMove && this.change === -1) this.change = number;
    if (isMove && this.move === -1) this.move = number;
    if (!isMove) this.isMoved = false;
  }
}
