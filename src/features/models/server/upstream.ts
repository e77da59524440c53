/** How to reach a vendor. Without `baseUrl`, the SDK uses the vendor's default address. */
export type Access = { key?: string; baseUrl?: string }

/** The tokens of a request and its answer, and the cost in US dollars if the vendor reports it, as OpenRouter does. */
export type Usage = { input: number | undefined; output: number | undefined; dollars?: number | undefined }

/**
 * A part of a vendor's stream. `activity` means that the model is working but sent no text. `version` is the vendor's
 * name for the exact model that answered.
 */
export type Part =
  | { kind: 'activity' }
  | { kind: 'text'; text: string }
  | { kind: 'end'; reason: string; usage: Usage; version: string | null }

/** A failure of a vendor. It leaves out the vendor's message, which may contain keys and prompts. */
export class UpstreamFailure extends Error {
  /** The HTTP status of an error response. Undefined for any other failure. */
  readonly status: number | undefined
  /** How long to wait before the next request, in ms, if the vendor says so. */
  readonly retryAfter: number | undefined

  constructor(message: string, status?: number, retryAfter?: number) {
    super(message)
    this.name = 'UpstreamFailure'
    this.status = status
    this.retryAfter = retryAfter
  }
}
