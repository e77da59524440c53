/**
 * A response that stays within this process. Its text is read without a stream and without a conversion to bytes. Its
 * `body` is null.
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
