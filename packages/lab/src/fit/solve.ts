/** Linear equations whose matrix is symmetric and positive definite, by the method of Cholesky. */

/** The solution of `matrix` · x = `right`, with the matrix row after row; only its lower half is read. */
export function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const lower = decompose(matrix, size);
  const x = right.slice();
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) x[i]! -= lower[i * size + j]! * x[j]!;
    x[i]! /= lower[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let j = i + 1; j < size; j++) x[i]! -= lower[j * size + i]! * x[j]!;
    x[i]! /= lower[i * size + i]!;
  }
  return x;
}

function decompose(matrix: Float64Array, size: number): Float64Array {
  const lower = matrix.slice();
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = lower[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!;
      lower[i * size + j] = i === j ? Math.sqrt(sum) : sum / lower[j * size + j]!;
    }
  }
  return lower;
}
