/** `add` stores the sign bits of vectors; `encode` asks for a text's vector and up to `limit` prompts near it. */
export type Question =
  | { kind: 'add'; ids: string[]; signs: Uint8Array }
  | { kind: 'encode'; text: string; limit: number }

export type EncodedSentence = { vector: Float32Array; nearest: string[] }
/** The thread's answer to the question with this number; null for `add`. */
export type Answer = { number: number; answer: EncodedSentence | null }
