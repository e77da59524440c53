/**
 * A request to the thread with the sentence model. `add` stores the sign bits (`signsOf`) of prompts' vectors, one
 * after the other. `encode` asks for a text's vector and the ids of up to `limit` prompts whose vectors are near it.
 */
export type ThreadRequest =
  | { kind: 'add'; ids: string[]; signs: Uint8Array }
  | { kind: 'encode'; text: string; limit: number }

export type EncodedSentence = { vector: Float32Array; nearest: string[] }
/** The thread's response. `number` is the one that was sent with the request. `result` is null for `add`. */
export type ThreadResponse = { number: number; result: EncodedSentence | null }
