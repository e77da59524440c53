import { cutText } from '#lib/well-formed.ts'

/**
 * Scales a vector and rounds it to whole numbers from -127 to 127. The result has almost the same direction and
 * takes a quarter of the space.
 */
export function compactVector(vector: Float32Array): Int8Array {
  const largest = vector.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0) || 1
  return Int8Array.from(vector, (value) => Math.round((127 * value) / largest))
}

/**
 * Returns the cosine of the angle between two vectors: 1 if they have the same direction, 0 if one is all zeros. Neither
 * needs to have length 1.
 */
export function cosineOf(one: ArrayLike<number>, other: ArrayLike<number>): number {
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
 * Returns the signs of a vector's numbers, one bit each. The fewer bits differ, the nearer two vectors are (Charikar,
 * 2002).
 */
export function signsOf(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length / 8)
  for (const [index, value] of vector.entries())
    if (value > 0) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7))
  return bytes
}

/** How many characters of a prompt's content are encoded. Later words would barely change the vector. */
const encodedCharacters = 600
/** A sentence such as “Act as a poet.” at the beginning of a prompt. */
const roleSentence = /^(?:I want you to act|Act) as an? [^.]*\. /i

/**
 * Returns the text that the sentence model encodes for a prompt: the title and the beginning of the content. Variables
 * are replaced by their names, and a sentence that only assigns a role is left out.
 */
export function encodedText({ title, content }: { title: string; content: string }): string {
  const text = cutText(content, encodedCharacters)
    .replace(/\$?(?<!\{)\{+([^{}:]*)(?::[^{}]*)?\}+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(roleSentence, '')
  return `${title.trim()}. ${text}`
}
