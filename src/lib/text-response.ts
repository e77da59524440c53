/**
 * A response that stays within this process. Its text is never converted to bytes or streamed, so `body` is null: read
 * it with `text()` or `json()`.
 */
export class TextResponse extends Response {
  readonly #text: string

  constructor(text: string, init?: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#text)
  }

  override async json(): Promise<unknown> {
    return JSON.parse(this.#text)
  }
}
