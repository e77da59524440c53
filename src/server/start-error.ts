/** Why the product can't start, in one line for the operator: what failed and what to do. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message.replace(/\s*\n\s*/g, ' '), options)
    this.name = 'StartError'
  }
}
