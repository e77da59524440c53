/** How a vendor is reached; without `baseUrl` at its own address. */
export type Access = { key?: string; baseUrl?: string }

export type Usage = { input: number | undefined; output: number | undefined }

/** What comes from a vendor, in order: signs of life, text, and the end. */
export type Part =
  | { kind: 'life' }
  | { kind: 'text'; text: string }
  | { kind: 'end'; reason: string; usage: Usage; version: string | null }

/** What went wrong upstream, without the vendor's words: those may hold keys and prompts. */
export class UpstreamFailure extends Error {
  /** HTTP status, undefined when there was no answer or it broke off. */
  readonly status: number | undefined
  /** ms to wait, as the vendor asked. */
  readonly retryAfter: number | undefined

  constructor(what: string, status?: number, retryAfter?: number) {
    super(what)
    this.name = 'UpstreamFailure'
    this.status = status
    this.retryAfter = retryAfter
  }
}
