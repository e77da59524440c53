/**
 * A response that stays within this process. Its text is never converted to bytes or streamed, so `body` is null: read
 * it with `text()` or `json()`. `state`: of a page, what its scripts start with, as JSON for a script element.
 */
export class TextResponse extends Response {
  readonly #text: string
  readonly state?: string

  constructor(text: string, init?: ResponseInit, state?: string) {
    super(null, init)
    this.#text = text
    this.state = state
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#text)
  }

  override async json(): Promise<unknown> {
    return JSON.parse(this.#text)
  }
}
