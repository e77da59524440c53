/** Prints a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints `what` if the condition is met. Otherwise throws an error with `what` and `details`. */
export function expect(isMet: boolean, what: string, details = ''): void {
  if (!isMet) throw new Error(`Failed: ${what}. ${details}`)
  print(`✓ ${what}`)
}
