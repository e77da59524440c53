/**
 * A response within this process. Its text can be read without a stream and without conversion. Its `body` is empty.
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
