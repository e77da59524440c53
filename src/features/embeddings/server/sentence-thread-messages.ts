/** What the thread is asked: to remember the signs of vectors, or for a text's vector and up to `most` prompts near it. */
export type Question =
  | { kind: 'add'; ids: string[]; signs: Uint8Array }
  | { kind: 'encode'; text: string; most: number }

export type Encoded = { vector: Float32Array; nearest: string[] }
/** What the thread answers to the question with this number; null to `add`. */
export type Answer = { number: number; answer: Encoded | null }
