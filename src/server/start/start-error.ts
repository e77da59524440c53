/** An error that tells the operator in one line why a start or a command failed and what to do about it. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message.replace(/(?<!\s)\s*\n\s*/g, ' '), options)
    this.name = 'StartError'
  }
}
