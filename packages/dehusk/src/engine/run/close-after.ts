/**
 * Uses something, then closes it. Where both fail, the first error is thrown: it tells why, and the second only what
 * followed. (`using` would throw one that holds both, and speaks of the second.)
 */
export async function closeAfter<Result>(
  use: () => Promise<Result>,
  close: () => void | PromiseLike<void>,
): Promise<Result> {
  let result: Result;
  try {
    result = await use();
  } catch (error) {
    try {
      await close();
    } catch {
      // Said above.
    }
    throw error;
  }
  await close();
  return result;
}
