import { cutText } from '#lib/well-formed.ts'

/** How many words a shingle has. Shingles are overlapping runs of words, by which texts are compared. */
const shingleWords = 3
/** How many characters at the beginning of a text are compared. */
const comparedCharacters = 20_000

/**
 * A band is a number computed from four hashes of a text. With ten bands, texts that are 70 % alike share a band in 94 %
 * of cases, and texts that are 20 % alike in 2 %.
 */
const bandCount = 10
const hashesPerBand = 4

/** Texts with at least this share of common shingles count as near-duplicates. */
export const similarityMin = 0.5

/** Returns the shingles of a text as hashes. Each Chinese, Japanese or Thai character counts as a word. */
export function shinglesOf(text: string): Set<number> {
  const words =
    cutText(text, comparedCharacters)
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu) ?? []
  const shingles = new Set<number>()
  for (let at = 0; at <= Math.max(0, words.length - shingleWords); at++) shingles.add(hashOf(words, at))
  return shingles
}

/** Returns the share of shingles that two texts have in common (Jaccard index), from 0 to 1. */
export function similarityOf(one: Set<number>, other: Set<number>): number {
  const common = one.intersection(other).size
  const total = one.size + other.size - common
  return total === 0 ? 0 : common / total
}

/**
 * Returns the bands of a text's MinHash signature, as 32-bit numbers. Texts that share a band are worth comparing.
 * Source: A. Broder, "On the resemblance and containment of documents", 1997; banding as in Leskovec, Rajaraman,
 * Ullman, "Mining of Massive Datasets", chapter 3.
 */
export function bandsOf(shingles: Set<number>): number[] {
  const minHashes = new Uint32Array(bandCount * hashesPerBand).fill(0xffffffff)
  for (const shingle of shingles) {
    for (let n = 0; n < minHashes.length; n++) {
      const hash = mix(shingle ^ Math.imul(n + 1, 0x9e3779b1))
      if (hash < (minHashes[n] as number)) minHashes[n] = hash
    }
  }
  return Array.from({ length: bandCount }, (_, band) => {
    let hash = band
    for (const value of minHashes.subarray(band * hashesPerBand, (band + 1) * hashesPerBand)) hash = mix(hash ^ value)
    return hash | 0
  })
}

/** Returns the bands of a text. */
export function bandsOfText(text: string): number[] {
  return bandsOf(shinglesOf(text))
}

/**
 * Returns the FNV-1a hash of the shingle that begins at a word, its words separated by spaces. It is a signed number of
 * 32 bits, which a set stores without allocating memory.
 */
function hashOf(words: string[], from: number): number {
  let hash = 0x811c9dc5
  const end = Math.min(from + shingleWords, words.length)
  for (let index = from; index < end; index++) {
    const word = words[index] as string
    if (index > from) hash = Math.imul(hash ^ space, fnvPrime)
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), fnvPrime)
  }
  return hash | 0
}

const space = 0x20
const fnvPrime = 0x01000193

/**
 * Mixes the bits of a hash with the finalizer of MurmurHash3, so that each input bit changes about half of the output
 * bits.
 */
function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
