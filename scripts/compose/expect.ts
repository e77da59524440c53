/** Prints a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints `what` if the condition is met. Otherwise throws an error with `what` and the checked program's `output`. */
export function expect(isMet: boolean, what: string, output = ''): void {
  if (!isMet) throw new Error(`Failed: ${what}. ${output}`)
  print(`✓ ${what}`)
}
