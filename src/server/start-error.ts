/** Explains to the operator in one line why the product can't start, and what to do. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message.replace(/\s*\n\s*/g, ' '), options)
    this.name = 'StartError'
  }
}
