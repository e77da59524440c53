/** Quantizes a vector to whole numbers from -127 to 127: the same direction in a quarter of the size. */
export function compactVector(vector: Float32Array): Int8Array {
  const largest = vector.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0) || 1
  return Int8Array.from(vector, (value) => Math.round((127 * value) / largest))
}

/** The cosine of the angle between two vectors of any length: 1 for the same direction. 0 if one is all zero. */
export function similarityOf(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [dotProduct, squaresOfOne, squaresOfOther] = [0, 0, 0]
  for (let index = 0; index < one.length; index++) {
    const [a, b] = [one[index] ?? 0, other[index] ?? 0]
    dotProduct += a * b
    squaresOfOne += a * a
    squaresOfOther += b * b
  }
  return dotProduct / (Math.sqrt(squaresOfOne * squaresOfOther) || 1)
}

/**
 * The signs of a vector's numbers, one bit each: the fewer bits differ, the nearer two vectors are (Charikar, 2002).
 */
export function signsOf(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length / 8)
  for (const [index, value] of vector.entries())
    if (value > 0) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7))
  return bytes
}

/** How many characters of a text are encoded. Later words would change its vector little. */
const encodedCharacters = 600
/** A sentence such as “Act as a poet.” at the beginning of a prompt. */
const roleSentence = /^(?:I want you to act|Act) as an? [^.]*\. /i

/**
 * The text of a prompt that is encoded: its title and the beginning of its content, with the names of variables in their
 * place, and without a sentence that only assigns a role.
 */
export function encodedText({ title, content }: { title: string; content: string }): string {
  const text = content
    .slice(0, encodedCharacters)
    .replace(/\$?\{+([^{}:]*)(?::[^{}]*)?\}+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(roleSentence, '')
  return `${title.trim()}. ${text}`
}
